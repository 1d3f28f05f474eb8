-- What a survey of a paper says, from the documents of its studies: a table with "claims", "studies", "figures", "tables", "counts"
-- and "sentence", and the order of its keys.
--
-- The verdict on a claim is the worst that a study gives it or one of its parts: refuted before inconclusive before holds, as one
-- fit refutes the claim of a study.  What assay says by itself stands beside it and decides nothing.  Of a misprint the corrected
-- statement is judged; where that holds, the claim is an erratum.  A part of K19 is called K19-step.
--
-- A figure of a study is figure 20 of the paper if it is called fig20 (fig20a, fig20-long), or if its source says "figure 20"; a
-- table likewise.
local entries, shell, tally = include "entries", include "shell", include "tally"
local paper, studies, ledger = document.paper, document.studies, document.ledger

local function put(list, value) list[#list + 1] = value end
local function has(list, value)
  for _, each in ipairs(list) do
    if each == value then return true end
  end
  return false
end

-- ---- which claims there are ----

local claims, claim_of = {}, {}

local function add_claim(claim)
  claim.parts, claim.row = {}, { measured = "", verdict = "not examined", evidence = "" }
  put(claims, claim)
  claim_of[claim.id] = claim
end

-- K19 of K19-step, if a digit stands before the hyphen; else all of it.
local function root_of(id)
  local root = id:match("^([^-]*%d)%-")
  return root or id
end

-- The claim of the ledger that an id belongs to, the longest.
local function listed_of(id)
  local found
  for _, claim in ipairs(ledger and ledger.claims or {}) do
    local part = id == claim.id or id:sub(1, #claim.id + 1) == claim.id .. "-"
    if part and (not found or #claim.id > #found.id) then found = claim end
  end
  return found
end

local function find(id)
  local listed = listed_of(id)
  return claim_of[listed and listed.id or root_of(id)]
end

for _, claim in ipairs(ledger and ledger.claims or {}) do
  add_claim { id = claim.id, listed = claim, text = claim.text, source = document.source .. ", " .. claim.where }
end
for _, study in ipairs(studies) do
  for _, claim in ipairs(study.claims) do
    if not find(claim.id) then add_claim { id = root_of(claim.id), text = "", source = claim.source } end
  end
end

-- ---- what the studies say ----

local rank = { refuted = 0, inconclusive = 1, incomplete = 1, ["not examined"] = 1, ["holds with exceptions"] = 2,
               ["holds to round-off"] = 3, erratum = 3, holds = 4, vacuous = 5, ["not applicable"] = 6 }

-- What a claim of a study says of the paper's: its verdict, with exceptions where it holds but for some; nil where it is assay's own.
local function verdict_of(claim)
  if claim.own then return nil end
  local excepted = claim.verdict == "holds" and claim.of_runs == "holds" and claim.entries.refuted + claim.entries.inconclusive > 0
  return excepted and "holds with exceptions" or claim.verdict or nil
end

local function is_of(fit, part)
  return fit.claims[1] and fit.claims[1].id == part.id and fit.verdict and not fit.aside
end
-- Whether the fit counts for the claim and has the verdict of all its runs.
local function decides(fit, part) return is_of(fit, part) and fit.verdict == part.of_runs end

for _, study in ipairs(studies) do
  for _, said in ipairs(study.document and study.document.claims or {}) do
    local claim = find(said.id)
    if claim then -- else of a study that changed meanwhile
      local part = { id = said.id, of_runs = said.of_runs, counts = said.entries, from = study, decided = verdict_of(said),
                     row = { text = said.text, source = said.source, condition = said.condition, measured = said.measured,
                             verdict = verdict_of(said) or said.verdict, evidence = said.evidence } }
      put(claim.parts, part)
    end
  end
end

local function worst_of(claim)
  local worst
  for _, part in ipairs(claim.parts) do
    if part.decided and (not worst or rank[part.decided] < rank[worst.decided]) then worst = part end
  end
  return worst
end

local function sum_of(claim)
  local sum = tally.none()
  for _, part in ipairs(claim.parts) do
    if part.decided then tally.add(sum, part.counts) end
  end
  return sum
end

-- What the only part measured (with its id, where it is a part indeed), or the counts of all.
local function measured_of(claim)
  local part = claim.parts[1]
  if #claim.parts > 1 then return tally.sentence(sum_of(claim)) end
  return (part.id == claim.id and "" or part.id .. ": ") .. part.row.measured
end

-- The conditions of the parts that decide: a claim that holds says for which data and over which time.
local function conditions_of(claim)
  local joined
  for _, part in ipairs(claim.parts) do
    local condition = part.row.condition
    if condition and part.decided and not (joined and joined:find(condition, 1, true)) then
      joined = joined and joined .. "; " .. condition or condition
    end
  end
  return joined
end

-- Whether the full version of a study may decide a fit of the claim.
local function needs_full(claim)
  for _, part in ipairs(claim.parts) do
    if part.from.has_full and not part.from.full then
      for _, fit in ipairs(part.from.document.fits) do
        if fit.reason_code == "too-short" and decides(fit, part) then return true end
      end
    end
  end
  return false
end

local function examining(claim)
  local names = {}
  for _, study in ipairs(studies) do
    for _, part in ipairs(claim.parts) do
      if part.from == study and names[#names] ~= study.name then put(names, study.name) end
    end
  end
  return names
end

-- A study that came to nothing leaves its claims open.
local function say_without_results(claim)
  for _, study in ipairs(studies) do
    for _, said in ipairs(study.document and {} or study.claims) do
      if find(said.id) == claim then claim.row.verdict, claim.row.evidence = "incomplete", study.path .. " has no results" end
    end
  end
end

local store, in_full = "", false
for i = #studies, 1, -1 do
  store = studies[i].document and studies[i].document.commands.store or store
  in_full = in_full or studies[i].full
end

for _, claim in ipairs(claims) do
  local row, worst, erratum = claim.row, worst_of(claim), claim.listed and claim.listed.erratum
  local command = "assay reproduce " .. shell.word(paper .. ":" .. claim.id) .. store
  if not worst then
    say_without_results(claim)
  else
    row.verdict = erratum and worst.decided == "holds" and "erratum" or worst.decided
    row.measured, row.evidence, row.condition = measured_of(claim), worst.row.evidence, conditions_of(claim)
    claim.text = claim.text ~= "" and claim.text or worst.row.text
  end
  claim.worst, claim.examining = worst, examining(claim)
  claim.says = claim.listed and claim.listed.text or claim.text ~= "" and claim.text or nil
  if erratum then claim.text = claim.text .. " Erratum: " .. erratum end
  row.command = row.verdict ~= "not examined" and command .. (in_full and " --full" or "") or nil
  row.next = row.verdict == "inconclusive" and needs_full(claim) and command .. " --full" or nil
end

-- ---- entries: the claimed value beside the measured one ----

local MOST_LINKS, MOST_SENTENCES = 3, 3 -- fits that are named for a part of a claim; rows that a sentence names

local function entry_of(part, fit)
  local shown = fit.shown
  return { part = part.id, study = part.from.name, fit = fit.id, model = fit.model, initial = fit.initial, method = fit.method,
           projection = fit.projection, measure = part.from.document.words[fit.measure], claimed = shown.claimed, measured = shown.measured,
           detail = shown.detail, verdict = shown.word ~= "" and shown.word or fit.verdict, of_order = fit.subject == "order" }
end

-- The first fit that decides the part; links to the first of them, on the page of its study: their places there, from 1.
local function deciding(part)
  local first, links = nil, {}
  for place, fit in ipairs(part.from.document.fits) do
    if decides(fit, part) then
      first = first or fit
      if #links < MOST_LINKS then put(links, { id = fit.id, number = place }) end
    end
  end
  return first and entry_of(part, first) or nil, links
end

-- Entries that say the same of several models or data are one row, which names the first of them.
local alike = { "part", "study", "method", "projection", "measure", "claimed", "verdict" }
local function add_exception(list, rows, entry)
  local key = {}
  for i, name in ipairs(alike) do key[i] = entry[name] end
  key = table.concat(key, "\n")
  local row = rows[key]
  if not row then
    rows[key], entry.models, entry.entries = entry, { entry.model }, 1
    put(list, entry)
    return
  end
  if not has(row.models, entry.model) then put(row.models, entry.model) end
  row.entries = row.entries + 1
end

-- What does not hold, the worse kind first; assay's own is left out.
local kinds = { "refuted", "inconclusive" }
local function exceptions_of(claim)
  local list, rows = {}, {}
  for _, verdict in ipairs(kinds) do
    for _, part in ipairs(claim.parts) do
      for _, fit in ipairs(part.decided and part.from.document.fits or {}) do
        if is_of(fit, part) and fit.verdict == verdict then add_exception(list, rows, entry_of(part, fit)) end
      end
    end
  end
  return list
end

-- ---- the sentence ----

-- "gauss-2 with the symmetric projection on pendulum: energy error of order 3.00, claimed 4."
local function say_entry(entry, open)
  local models = entry.models and #entry.models or 1
  return (" %s%s on %s%s: %s%s %s, claimed %s%s."):format(entry.method,
    entry.projection ~= "none" and (" with the %s projection"):format(entry.projection) or "", entry.model,
    models > 1 and (" and %d more"):format(models - 1) or "", entry.measure, entry.of_order and " of order" or "",
    entry.measured, entry.claimed, open and (" (%s)"):format(entry.verdict) or "")
end

local function say_counts(sum)
  local text
  if sum.hold == sum.of then
    text = sum.of == 1 and "The one entry holds." or sum.of == 2 and "Both entries hold." or ("All %d entries hold."):format(sum.of)
  elseif sum.of == 1 then
    text = ("The one entry is %s."):format(sum.refuted > 0 and "refuted" or sum.vacuous > 0 and "vacuous" or "inconclusive")
  else
    text = ("%d of %d entries hold%s."):format(sum.hold, sum.of, sum.hold == 1 and "s" or "")
  end
  if sum.vacuous > 0 and sum.of > 1 then
    text = text .. (" The model of %d cannot tell the method from one that fails."):format(sum.vacuous)
  end
  return text
end

-- How many entries hold, then those that do not, else the one that stands for all.
local function sentence_of(claim, value, exceptions)
  if not value then return claim.worst and claim.worst.row.evidence ~= "" and claim.worst.row.evidence or nil end
  local text = say_counts(sum_of(claim))
  if #exceptions == 0 then text = text .. say_entry(value) end
  for i = 1, math.min(#exceptions, MOST_SENTENCES) do
    text = text .. say_entry(exceptions[i], exceptions[i].verdict ~= "refuted")
  end
  return text .. (#exceptions > MOST_SENTENCES and (" And %d more."):format(#exceptions - MOST_SENTENCES) or "")
end

-- ---- figures and tables ----

local outputs = {
  figures = { head = "fig", endings = { "svg", "png", "pdf", "gp", "dat" } },
  tables = { head = "table", endings = { "txt", "md", "csv", "tex" } },
}
local there = {}
for _, path in ipairs(document.files) do there[path] = true end

-- A table in the shape in which the paper has it, a row for each family of methods: what is claimed of the entries of a family
-- in one column, how many hold, and those that do not.  Nil where nothing is claimed.
local function shape_of(study, asked)
  local whole = document
  document = study.document
  local grid, shape = entries.of(asked), nil
  if grid.tally.claimed > 0 then
    shape = { columns = grid.column, rows = {} }
    for r, row in ipairs(grid.row) do
      if row.opens then put(shape.rows, { label = row.family.title, cells = {} }) end
      local cells = shape.rows[#shape.rows].cells
      local member = row.family.known and row.family.member ~= "" and "s = " .. row.family.member or entries.label(grid, row)
      for c in ipairs(grid.column) do
        if row.opens then
          cells[c] = { claimed = entries.formulas(grid, r, c), hold = 0, of = 0, refuted = false, exceptions = {} }
        end
        local fit, cell = row.fit[c], cells[c]
        if fit and fit.verdict and fit.verdict ~= "not applicable" then
          local holds = fit.verdict == "holds" or fit.verdict == "holds to round-off"
          cell.of, cell.hold = cell.of + 1, cell.hold + (holds and 1 or 0)
          cell.refuted = cell.refuted or fit.verdict == "refuted"
          if not holds then
            put(cell.exceptions, { text = ("%s: %s, claimed %s"):format(member, fit.shown.measured, fit.shown.claimed), verdict = fit.verdict })
          end
        end
      end
    end
  end
  document = whole
  return shape
end

local function output_of(study, kind, shown)
  local path = ("%s/%s/%s."):format(study.name, kind, shown.name)
  local output = { study = study.name, name = shown.name, title = shown.title or null, model = shown.model or null, path = path .. outputs[kind].endings[1],
                   shown = kind == "tables" or shown.shows, files = object {}, shape = kind == "tables" and shape_of(study, shown) or null }
  for _, ending in ipairs(outputs[kind].endings) do
    if there[path .. ending] then output.files[ending] = path .. ending end
  end
  return output
end

local function has_number(shown, kind, number)
  local head = outputs[kind].head .. number
  return shown.name:sub(1, #head) == head and not shown.name:find("^%d", #head + 1) or has(shown.numbers, number)
end

-- Whether it has one of the numbers that the ledger gives the claim, or shows a measure of the claim on its model.
local function shows_claim(study, shown, kind, claim)
  for _, number in ipairs(claim.listed and claim.listed[kind] or {}) do
    if has_number(shown, kind, number) then return true end
  end
  for _, part in ipairs(shown.model and claim.parts or {}) do
    for _, fit in ipairs(part.from == study and study.document.fits or {}) do
      if fit.claims[1] and fit.claims[1].id == part.id and fit.model == shown.model and has(shown.measures, fit.measure) then return true end
    end
  end
  return false
end

-- Beside the claims that it shows, and the numbers of the paper that it has.
local function place(all, study, kind, shown)
  local output, placed = output_of(study, kind, shown), false
  for _, claim in ipairs(claims) do
    if shows_claim(study, shown, kind, claim) then put(claim[kind], output.path) end
  end
  for _, number in ipairs(all.numbers) do
    if has_number(shown, kind, number.number) then
      put(number.shown, output)
      placed = true
    end
  end
  if not placed then put(all.others, output) end
end

local function outputs_of(kind)
  local all, seen = { numbers = {}, others = {} }, {}
  for _, claim in ipairs(claims) do
    claim[kind] = {}
    for _, number in ipairs(claim.listed and claim.listed[kind] or {}) do
      if not seen[number] then
        seen[number] = true
        put(all.numbers, { number = number, shown = {} })
      end
    end
  end
  table.sort(all.numbers, function (a, b) return a.number < b.number end)
  for _, study in ipairs(studies) do
    for _, shown in ipairs(study[kind]) do place(all, study, kind, shown) end
  end
  return all
end

-- ---- all ----

local made = { figures = outputs_of("figures"), tables = outputs_of("tables"), claims = {}, studies = {}, counts = {} }

local function or_null(value) return value == nil and null or value end

for i, claim in ipairs(claims) do
  local row, listed, exceptions = claim.row, claim.listed or {}, exceptions_of(claim)
  local value = claim.worst and deciding(claim.worst)
  local shown = { id = claim.id, text = claim.text, source = or_null(claim.source), condition = or_null(row.condition), measured = row.measured, verdict = row.verdict,
    evidence = row.evidence, studies = claim.examining, figures = claim.figures, tables = claim.tables, command = or_null(row.command), next = or_null(row.next),
    parts = {}, name = or_null(listed.name), where = or_null(listed.where), says = or_null(claim.says), erratum = or_null(listed.erratum), rule = or_null(listed.rule),
    entries = claim.worst and sum_of(claim) or null, value = or_null(value), exceptions = exceptions,
    sentence = or_null(sentence_of(claim, value, exceptions)) }
  for k, part in ipairs(claim.parts) do
    local own, links = deciding(part)
    local of = part.row
    shown.parts[k] = { id = part.id, study = part.from.name, text = of.text, source = or_null(of.source), condition = or_null(of.condition), measured = of.measured,
      verdict = or_null(of.verdict), evidence = of.evidence, own = not part.decided, entries = part.counts, value = or_null(own), fits = links }
  end
  made.claims[i] = shown
end

for i, study in ipairs(studies) do
  local measured = study.document
  made.studies[i] = { study = study.name, title = or_null(study.title), complete = study.complete, path = or_null(study.path), measured = measured ~= nil,
    full = measured ~= nil and study.full, runs = study.runs, curves = measured and #measured.fits or 0, claims = measured and #measured.claims or 0 }
end

-- How many claims have which verdict, in the order of `words`; "32 claims: 5 hold, 3 are refuted, 24 are not examined".
local words = {
  { "holds", "holds", "hold" }, { "holds to round-off", "holds to round-off", "hold to round-off" },
  { "holds with exceptions", "holds with exceptions", "hold with exceptions" }, { "erratum", "is an erratum", "are errata" },
  { "refuted", "is refuted", "are refuted" }, { "inconclusive", "is inconclusive", "are inconclusive" },
  { "vacuous", "is vacuous", "are vacuous" }, { "not applicable", "does not apply", "do not apply" },
  { "incomplete", "is incomplete", "are incomplete" }, { "not examined", "is not examined", "are not examined" },
}
local said = {}
for _, word in ipairs(words) do
  local count = 0
  for _, claim in ipairs(claims) do count = count + (claim.row.verdict == word[1] and 1 or 0) end
  if count > 0 then
    put(made.counts, { verdict = word[1], count = count })
    put(said, ("%d %s"):format(count, word[count == 1 and 2 or 3]))
  end
end
made.sentence = ("%d claim%s%s"):format(#claims, #claims == 1 and "" or "s", #said > 0 and ": " .. table.concat(said, ", ") or "")

return made, {
  "id", "number", "part", "study", "fit", "name", "title", "text", "label", "model", "models", "initial", "method", "projection", "measure", "source", "where", "says",
  "erratum", "rule", "condition", "claimed", "measured", "detail", "complete", "path", "full", "runs", "curves", "shown", "files", "shape", "svg", "png", "pdf",
  "gp", "dat", "txt", "md", "csv", "tex", "verdict", "count", "evidence", "sentence", "own", "of_order", "of", "hold", "to_round_off", "refuted", "inconclusive",
  "vacuous", "entries", "value", "fits", "exceptions", "columns", "rows", "cells", "claims", "studies", "parts", "figures", "tables", "numbers", "others",
  "counts", "command", "next" }
