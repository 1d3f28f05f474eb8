-- Rows of CSV files: rows(LIST, NAMES, COLUMNS) has a line of names and a line for each record of the list, whose columns are
-- those of the record, or what the function of that name in COLUMNS gives.  What does not exist is an empty field; numbers
-- read back exactly.  `fits` has the functions for columns of fits.
local csv, exact = {}, (include "records").exact

local function field(value)
  if value == nil then return "" end
  if type(value) == "boolean" then return value and "1" or "0" end
  return type(value) == "string" and escape(value) or exact(value)
end

function csv.rows(list, names, columns, headless)
  local lines, heads = {}, {}
  for i, name in ipairs(names) do heads[i] = escape(name) end
  if not headless then lines[1] = table.concat(heads, ",") end
  for _, record in ipairs(list) do
    local fields = {}
    for i, name in ipairs(names) do
      local of = columns and columns[name]
      if of then fields[i] = field(of(record)) else fields[i] = field(record[name]) end
    end
    lines[#lines + 1] = table.concat(fields, ",")
  end
  return table.concat(lines, "\n")
end

local function of_claim(key)
  return function (fit) return fit.claims[1] and fit.claims[1][key] end
end
local function of_exact(key)
  return function (fit) if fit.exact and fit.exact.bits > 0 then return fit.exact[key] end end
end

csv.fits = {
  fit = function (fit) return fit.id end,
  family = function (fit) return document.families[fit.method].title end,
  claim = of_claim("id"), kind = of_claim("kind"), formula = of_claim("formula"), claimed = of_claim("value"),
  source = of_claim("source"),
  exact_error = of_exact("error"), exact_repeated = of_exact("repeated"), exact_bits = of_exact("bits"),
  used = function (fit)
    local used = 0
    for _, is in ipairs(fit.used) do used = used + (is and 1 or 0) end
    return used
  end,
}

-- The points of the fits, one after the other; slopes belong to the finer of their points.
function csv.points(fits)
  local list = {}
  local function at(values, i) return values and values[i] or nil end
  for _, fit in ipairs(fits) do
    for i = 1, fit.points do
      list[#list + 1] = { fit = fit.id, model = fit.model, initial = fit.initial, method = fit.method,
        projection = fit.projection, precision = fit.precision, measure = fit.measure, step = fit.step_sizes[i], step_value = at(fit.step_values, i),
        error = at(fit.errors, i), evaluations = at(fit.evaluations, i), slope = at(fit.slopes, i - 1),
        extrapolated = at(fit.extrapolated, i - 2), floor = fit.floors and at(fit.floors, i) or not fit.floors and fit.floor or nil,
        used = fit.used[i] }
    end
  end
  return list
end

-- What an expression between commas names.
function csv.split(text)
  local names = {}
  for name in text:gmatch("[^, \n]+") do names[#names + 1] = name end
  return names
end

return csv
