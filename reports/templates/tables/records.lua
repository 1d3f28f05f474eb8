-- The document of a study as records: one for each fit, run, point of a fit, or claim, whose columns are asked for by name.
-- `include "records"` gives the functions below.  Columns are those of the document; a claim on a fit has `claim` (its id),
-- `claimed` and `source`; a parameter and, of runs, a measure is a column of its own name.
local records = {}

local problem = { "model", "initial", "parameters", "method", "formulation", "projection", "precision" }
local fit_columns = { "id", "measure", "status", "order", "low", "high", "points", "floor", "reference_error",
  "floor_origin", "bits", "mark", "verdict", "reason_code", "reason", "next", "control", "positive_control",
  "contradicted_by", "claim", "claimed", "source" }
local run_columns = { "id", "step", "steps", "status", "broke_down_at", "reason", "residual_evaluations", "newton_iterations" }
local point_columns = { "step", "steps", "error", "evaluations", "slope", "extrapolated", "used" }
local claim_columns = { "id", "text", "source", "measured", "verdict", "evidence", "expected", "condition" }
-- What may tell two records apart, the first first.
local keys = { "measure", "precision", "model", "method", "projection", "initial", "parameters", "formulation", "step", "claim", "id" }

local function add_all(list, names)
  for _, name in ipairs(names) do list[#list + 1] = name end
  return list
end

local function sorted_keys(table_)
  local names = {}
  for name in pairs(table_) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function text_of_parameters(parameters)
  local parts = {}
  for _, name in ipairs(sorted_keys(parameters)) do parts[#parts + 1] = name .. "=" .. parameters[name] end
  return table.concat(parts, ", ")
end

-- A record that has the columns of `entry` and of others, and its parameters.
local function record(entry, ...)
  local made = { parameters = entry.parameters and text_of_parameters(entry.parameters) }
  for _, part in ipairs { entry.parameters or {}, ... } do
    for name, value in pairs(part) do if made[name] == nil then made[name] = value end end
  end
  return setmetatable(made, { __index = entry })
end

local function of_fit(fit)
  local claim = fit.claims[1] or {}
  return record(fit, { claim = claim.id, claimed = claim.claim, source = claim.source })
end

local function of_point(fit, i)
  local function at(list, shift) return list and list[i - (shift or 0)] or nil end
  local claim = fit.claims[1] or {}
  return record(fit, { claim = claim.id, claimed = claim.claim, source = claim.source, step = at(fit.step_sizes),
    steps = at(fit.steps), error = at(fit.errors), evaluations = at(fit.evaluations), slope = at(fit.slopes, 1),
    extrapolated = at(fit.extrapolated, 2), used = fit.used[i], floor = at(fit.floors) or fit.floor })
end

-- How the runs of each curve ended: a set of statuses under the key of the curve.
local function ends_of_curves(document, key)
  local ends = {}
  for _, cell in ipairs(document.cells) do
    ends[key(cell)] = ends[key(cell)] or {}
    ends[key(cell)][cell.status] = true
  end
  return ends
end

-- A fit without an order has the word for it under `without`: its status, but that of runs that are not there.
local function list_fits(document)
  local function key(entry)
    return records.key(entry, { "model", "initial", "method", "projection", "precision" })
  end
  local list, ends = {}, ends_of_curves(document, key)
  for _, fit in ipairs(document.fits) do
    local made, runs = of_fit(fit), ends[key(fit)] or {}
    made.without = fit.status
    if fit.status == "broke-down" and not runs["broke-down"] then
      made.without = runs.crashed and "crashed" or runs.incomplete and "incomplete" or "–"
    end
    list[#list + 1] = made
  end
  return list
end

local function list_runs(document)
  local list = {}
  for _, cell in ipairs(document.cells) do list[#list + 1] = record(cell, cell.cost or {}, cell.measures or {}) end
  return list
end

local function list_points(document)
  local list = {}
  for _, fit in ipairs(document.fits) do
    for i = 1, fit.points do list[#list + 1] = of_point(fit, i) end
  end
  return list
end

-- The names in the lists of the document under `key`, each once.
local function names_of(entries, key)
  local names = {}
  for _, entry in ipairs(entries) do for name in pairs(entry[key] or {}) do names[name] = true end end
  return sorted_keys(names)
end

-- What a column may be of, in the order in which it is looked for.
function records.kinds(document)
  local parameters = names_of(document.fits, "parameters")
  local fits = add_all(add_all(add_all({}, problem), fit_columns), parameters)
  return {
    { name = "fit", columns = fits, list = list_fits },
    { name = "run", columns = add_all(add_all(add_all(add_all({}, problem), run_columns), parameters), names_of(document.cells, "measures")), list = list_runs },
    { name = "point", columns = add_all(add_all({}, fits), point_columns), list = list_points },
    { name = "claim", columns = claim_columns, list = function (whole) return whole.claims end },
  }
end

local function has(list, wanted)
  for _, name in ipairs(list) do if name == wanted then return true end end
  return false
end

-- Each column once.
local function all_columns(kinds)
  local names, seen = {}, {}
  for _, kind in ipairs(kinds) do
    for _, name in ipairs(kind.columns) do
      if not seen[name] then names[#names + 1], seen[name] = name, true end
    end
  end
  return names
end

-- The kind of records that has all these columns, with the records in the order of the document.
function records.find(document, names)
  local kinds = records.kinds(document)
  for _, kind in ipairs(kinds) do
    local all = true
    for _, name in ipairs(names) do all = all and has(kind.columns, name) end
    if all then return kind, kind.list(document) end
  end
  for _, name in ipairs(names) do
    if not has(all_columns(kinds), name) then
      refuse(("there is no column '%s'; write one of %s"):format(name, table.concat(all_columns(kinds), ", ")))
    end
  end
  for _, kind in ipairs(kinds) do
    if has(kind.columns, names[1]) then
      for _, name in ipairs(names) do
        if not has(kind.columns, name) then
          refuse(("no record has both the columns %s and %s; beside %s write one of %s"):format(names[1], name, names[1],
            table.concat(kind.columns, ", ")))
        end
      end
    end
  end
end

-- What a value is compared with and shown as in labels: null as a dash.
function records.label(value)
  if value == nil or value == "" then return "–" end
  if type(value) == "boolean" then return value and "yes" or "no" end
  return tostring(value)
end

-- Whether the text is as the pattern says, in which * stands for any text and ? for one character; the parts of a pattern
-- between commas are alternatives.
local function matches(text, pattern)
  local function is(part)
    return text:find("^" .. part:gsub("[^%w*?]", "%%%0"):gsub("%*", ".*"):gsub("%?", ".") .. "$") ~= nil
  end
  if is(pattern) then return true end
  for part in pattern:gmatch("[^,]+") do
    if is(part) then return true end
  end
  return false
end

-- The values that a column has in the list, each once, in their order; no more than `most` of them.
function records.values(list, column, most)
  local values, seen = {}, {}
  for _, entry in ipairs(list) do
    local value = records.label(entry[column])
    if not seen[value] then
      seen[value] = true
      if most and #values == most then
        values[#values + 1] = "..."
        break
      end
      values[#values + 1] = value
    end
  end
  return values
end

-- The records whose columns are as the conditions say: {column, pattern} each.
function records.where(list, conditions, kind)
  for _, condition in ipairs(conditions) do
    local column, pattern, kept = condition[1], condition[2], {}
    for _, entry in ipairs(list) do
      if matches(records.label(entry[column]), pattern) then kept[#kept + 1] = entry end
    end
    if #kept == 0 then
      refuse(("no %s has %s = %s; write one of %s"):format(kind.name, column, pattern,
        table.concat(records.values(list, column, 12), ", ")))
    end
    list = kept
  end
  return list
end

-- Refuses several records in one place, with the columns in which they differ and options that keep the first of them.
function records.refuse_several(place, list, kind)
  local differ, options, left = {}, {}, list
  for _, column in ipairs(keys) do
    local values = has(kind.columns, column) and records.values(left, column, 3) or {}
    if #values > 1 then
      differ[#differ + 1] = ("%s (%s)"):format(column, table.concat(values, ", "))
      options[#options + 1] = ("--where '%s=%s'"):format(column, values[1])
      left = records.where(left, { { column, values[1] } }, kind)
    end
  end
  refuse(("%s: there are %d values, of %ss that differ in %s; write %s, or name the column among the rows, columns, curves or panels"):format(
    place, #list, kind.name, table.concat(differ, " and "), table.concat(options, " ")))
end

-- "method = gauss-1, projection = none" of the record.
function records.place(entry, columns)
  local parts = {}
  for _, column in ipairs(columns) do parts[#parts + 1] = column .. " = " .. records.label(entry[column]) end
  return table.concat(parts, ", ")
end

-- A text that has the values of the columns, equal for equal values alone.
function records.key(entry, columns)
  local parts = {}
  for _, column in ipairs(columns) do parts[#parts + 1] = records.label(entry[column]) end
  return table.concat(parts, "\n")
end

-- ---- numbers ----

local slopes = { order = true, low = true, high = true, slope = true, extrapolated = true }

-- A number with three digits, an order with two decimals; a number in a text, with all digits of MPFR, as well.
function records.shown(entry, column)
  local value = entry[column]
  if value == nil then return column == "order" and entry.without or "–" end
  if type(value) == "boolean" then return value and "yes" or "no" end
  if type(value) == "string" then
    if #value > 12 and value:find("^-?%d+%.%d+$") then return ("%.2e"):format(tonumber(value)) end
    local first, rest, power = value:match("^(-?%d)%.?(%d*)e([-+]?%d+)$")
    if not first or #rest < 3 then return value end
    if math.abs(tonumber(power)) > 300 then return ("%s.%se%s"):format(first, rest:sub(1, 2), power) end
    return ("%.2e"):format(tonumber(value))
  end
  if math.type(value) == "integer" then return tostring(value) end
  if slopes[column] then return ("%.2f"):format(value) end
  return value == math.floor(value) and math.abs(value) < 1e6 and ("%d"):format(value) or ("%.2e"):format(value)
end

-- The shortest text that reads back as the number.
function records.exact(value)
  if value == nil then return "" end
  if math.type(value) ~= "float" then return records.label(value) end
  for digits = 15, 17 do
    local text = ("%%.%dg"):format(digits):format(value)
    if tonumber(text) == value then return text end
  end
end

return records
