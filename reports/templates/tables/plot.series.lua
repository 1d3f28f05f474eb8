-- The curves of a plot, as the `request` of a document says: {x, y: columns or, of y, a measure, by, panel: lists of columns,
-- where: pairs of a column and a pattern}.  Gives {title, panel, name, x, y}: panel[p] is {title, curve}, curve[c] {number,
-- point}, point[i] {x, y}; name[number] is what a curve is called in all panels; an axis is {label, log, left_out, low, high},
-- with the range of all panels.
local records = include "records"

local meanings = { h = "step", cost = "evaluations" }
local labels = { step = "h", evaluations = "evaluations of the model", residual_evaluations = "residual evaluations" }
local logarithmic = { step = true, steps = true, evaluations = true, residual_evaluations = true, newton_iterations = true,
  error = true, floor = true, reference_error = true }

-- 1/10, 0.1 and 1e-1 as a number; nil where there is none.
local function number(value, column)
  if type(value) == "number" or value == nil then return value end
  local text = tostring(value)
  local above, below = text:match("^([^/]+)/([^/]+)$")
  local found = above and tonumber(above) and tonumber(below) and tonumber(above) / tonumber(below) or tonumber(text)
  return found or refuse(("%s = %s is no number that an axis could show; write another column"):format(column, text))
end

local function add_all(list, names)
  for _, name in ipairs(names) do list[#list + 1] = name end
  return list
end

-- The columns and conditions of the request: a measure of the fits as y is the error where the measure is this one.
local function read(document)
  local request = document.request
  local asked = { x = meanings[request.x] or request.x, y = meanings[request.y] or request.y, where = add_all({}, request.where) }
  if asked.x == "t" then
    refuse("a document has no course of runs in time; name a figure of the kind history in the study, or write --x h")
  end
  for _, fit in ipairs(document.fits) do
    if fit.measure == request.y then
      asked.y, asked.label = "error", request.y
      table.insert(asked.where, 1, { "measure", request.y })
      break
    end
  end
  return asked
end

return function (document)
  local request, asked = document.request, read(document)
  local names = add_all(add_all({ asked.y, asked.x }, request.by), request.panel)
  for _, condition in ipairs(asked.where) do names[#names + 1] = condition[1] end
  local kind, list = records.find(document, names)
  list = records.where(list, asked.where, kind)
  local function axis(column)
    return { label = labels[column] or (column:gsub("_", " ")), log = logarithmic[column] or (kind.name == "run" and column:find("_") ~= nil), left_out = 0 }
  end
  local plot = { title = document.title, panel = {}, name = {}, x = axis(asked.x), y = axis(asked.y) }
  plot.y.label = asked.label and (asked.label:gsub("_", " ")) or plot.y.label
  local function title(entry, columns)
    local texts = {}
    for i, column in ipairs(columns) do texts[i] = records.label(entry[column]) end
    return table.concat(texts, ", ")
  end
  -- Whether the axis can show the value.
  local function shows(which, value)
    if value == nil or value ~= value or value - value ~= 0 then return false end
    if which.log and value <= 0 then
      which.left_out = which.left_out + 1
      return false
    end
    return true
  end

  -- The range grows to the value, with room beside it.
  local function widen(which, value)
    which.low, which.high = math.min(which.low or value, value), math.max(which.high or value, value)
  end
  local function give_room(which)
    if which.log then
      which.low, which.high = which.low / 1.6, which.high * 1.6
    else
      local room = which.high > which.low and (which.high - which.low) / 20 or 1
      which.low, which.high = which.low - room, which.high + room
    end
  end

  local panel_of, number_of, place = {}, {}, add_all(add_all({}, request.panel), request.by)
  place[#place + 1] = asked.x
  local points, shown = {}, 0
  for _, entry in ipairs(list) do
    local x, y = number(entry[asked.x], asked.x), number(entry[asked.y], asked.y)
    local key = records.key(entry, place)
    points[key] = points[key] or {}
    table.insert(points[key], entry)
    if #points[key] > 1 then records.refuse_several(records.place(entry, place), points[key], kind) end
    if shows(plot.x, x) and shows(plot.y, y) then
      local panel_title, name = title(entry, request.panel), title(entry, request.by)
      if not panel_of[panel_title] then
        panel_of[panel_title] = { title = panel_title, curve = {}, of = {} }
        table.insert(plot.panel, panel_of[panel_title])
      end
      if not number_of[name] then
        table.insert(plot.name, name)
        number_of[name] = #plot.name
      end
      local panel = panel_of[panel_title]
      if not panel.of[name] then
        panel.of[name] = { number = number_of[name], point = {} }
        table.insert(panel.curve, panel.of[name])
      end
      table.insert(panel.of[name].point, { x = x, y = y })
      widen(plot.x, x)
      widen(plot.y, y)
      shown = shown + 1
    end
  end
  if shown == 0 then
    refuse(("no %s has both a value of %s and of %s that the axes could show; write other columns, or another --where"):format(kind.name, request.x, request.y))
  end
  give_room(plot.x)
  give_room(plot.y)
  for _, panel in ipairs(plot.panel) do
    for _, curve in ipairs(panel.curve) do table.sort(curve.point, function (a, b) return a.x < b.x end) end
  end
  return plot
end
