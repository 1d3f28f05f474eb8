-- A table of convergence orders, number `about.table` of the document: {name, title, source, counts, legend, columns,
-- rows, notes, provenance}.  An entry has the order claimed, the order measured with its interval, and the verdict, or how the
-- two orders compare where there is none.  What the controls say of a vacuous claim is a note.
local marks, entries = include "marks", include "entries"
local asked = document.tables[about.table]
local grid = entries.of(asked)
local orders = { name = asked.name, title = asked.title, source = asked.source, counts = marks.sentence(grid.tally),
  columns = grid.column, rows = {}, notes = {}, provenance = include "provenance" }

orders.legend = "Each entry: order claimed | order measured [interval] verdict. A claim holds when the two orders " ..
  "differ by at most 0.1 and half the interval, is refuted when the whole interval lies more than " ..
  "0.5 away on two sets of initial data or final times, and is inconclusive otherwise, with the " ..
  "reason. Exact: zero but for round-off, which falls with more bits. Vacuous: it holds, but the " ..
  "model cannot tell the method from one of which the claim is false. Without a verdict the orders " ..
  "are only compared: agrees, above, below."

for r, row in ipairs(grid.row) do
  if row.opens then
    local cells = {}
    for c in ipairs(grid.column) do cells[c] = { text = entries.formulas(grid, r, c) } end
    table.insert(orders.rows, { section = true, label = row.family.title, cells = cells })
  end
  local cells = {}
  for c, projection in ipairs(grid.column) do
    local fit = row.fit[c]
    local shown = fit and fit.shown or { claimed = "", measured = "not run", detail = "", word = "", mark = "-" }
    cells[c] = { claimed = shown.claimed, text = shown.measured, detail = shown.detail, word = shown.word,
      differs = marks.differs(shown.mark) }
    if shown.mark == "vacuous" then
      table.insert(orders.notes, ("%s, %s: vacuous: %s"):format(entries.label(grid, row), projection, fit.control or fit.reason))
    end
  end
  table.insert(orders.rows, { section = false, label = entries.label(grid, row), cells = cells })
end
-- The fits of the table, line by line.
function orders.fits()
  local list = {}
  for _, row in ipairs(grid.row) do
    for c in ipairs(grid.column) do list[#list + 1] = row.fit[c] end
  end
  return list
end
return orders
