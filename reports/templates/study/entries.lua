-- The fits of the document as a table of methods x projections: entries{model, precision, measure} gives {row, column, several,
-- tally}.  A row has {method, initial, family, opens, fit, tally}: fit[c] is the fit in column c, nil where none was run,
-- tally[c] counts all fits there; `opens` says that the row is the first of its family.  Without a measure, the fits of all
-- measures stand in it.
local marks = include "marks"
local entries = {}

-- "gauss-3", with the initial data in brackets where there are several.
function entries.label(grid, row)
  return grid.several and ("%s (%s)"):format(row.method, row.initial) or row.method
end

-- What is claimed, as a table of a paper has it: "2s-2", "≥ 4", "exact", "below 1e-11".
function entries.formula(fit)
  local claim = fit.claims[1]
  if fit.subject ~= "order" then return claim.words end
  return (claim.kind == "at least" and "≥ " or "") .. (claim.formula:gsub("(%d)%*(%a)", "%1%2"))
end

-- The different formulas claimed of the rows from `first` to the end of its family: "s+1, s".
function entries.formulas(grid, first, column)
  local list, seen = {}, {}
  for r = first, #grid.row do
    if r > first and grid.row[r].opens then break end
    local fit = grid.row[r].fit[column]
    local formula = fit and fit.claims[1] and fit.claims[1].formula
    if formula and not seen[formula] then
      seen[formula] = true
      list[#list + 1] = entries.formula(fit)
    end
  end
  return table.concat(list, ", ")
end

-- Inserts a new row behind the last one of its family.
local function add_row(rows, row)
  local place = #rows + 1
  for i = #rows, 1, -1 do
    if rows[i].family.prefix == row.family.prefix then
      place = i + 1
      break
    end
  end
  table.insert(rows, place, row)
end

function entries.of(asked)
  local grid, row_of, fits, present, column_of = { row = {}, column = {} }, {}, {}, {}, {}
  for _, fit in ipairs(document.fits) do
    local belongs = fit.model == asked.model and fit.precision == asked.precision
    if belongs and (asked.measure and fit.measure == asked.measure or not asked.measure and not fit.aside) then
      fits[#fits + 1], present[fit.projection] = fit, true
      local key = fit.method .. "\n" .. fit.initial
      if not row_of[key] then
        row_of[key] = { method = fit.method, initial = fit.initial, family = document.families[fit.method], fit = {}, tally = {} }
        add_row(grid.row, row_of[key])
      end
    end
  end
  for _, projection in ipairs(document.projections) do
    if present[projection] then
      grid.column[#grid.column + 1] = projection
      column_of[projection] = #grid.column
    end
  end
  for r, row in ipairs(grid.row) do
    row.opens = r == 1 or grid.row[r - 1].family.prefix ~= row.family.prefix
    grid.several = grid.several or row.initial ~= grid.row[1].initial
    for c in ipairs(grid.column) do row.tally[c] = marks.tally() end
  end
  for _, fit in ipairs(fits) do
    local row, c = row_of[fit.method .. "\n" .. fit.initial], column_of[fit.projection]
    row.fit[c] = fit
    marks.add(row.tally[c], fit)
  end
  grid.tally = marks.tally()
  for _, row in ipairs(grid.row) do
    for c in ipairs(grid.column) do marks.add(grid.tally, row.fit[c]) end
  end
  return grid
end

return entries
