-- The axes that hold the points of a panel: {logarithmic, x, y}, ranges {low, high, power}; linear ones are in units of
-- 10^power, a logarithmic y axis in decades.
--
-- Axes hold all that runs drew which completed.  A run that broke down may have gone anywhere before: it extends them by as much
-- as they are wide, or to 10 on a logarithmic axis, and is cut there.  Of errors they hold the points of the fits.
local panels = include "panels"
local axes = {}

-- ---- ranges ----

local function nothing() return { low = math.huge, high = -math.huge } end
local function is_empty(range) return not (range.low <= range.high) end

local function take(range, value)
  if value and panels.is_finite(value) then
    range.low, range.high = math.min(range.low, value), math.max(range.high, value)
  end
end

local function join(a, b) return { low = math.min(a.low, b.low), high = math.max(a.high, b.high) } end

-- What the curves need that completed, or that broke down; `all`: with points that a fit does not use.
local function find_ranges(panel, broken, all)
  local x, y = nothing(), nothing()
  for _, curve in ipairs(panel.curve) do
    if panels.broke_down(curve) == broken then
      for _, point in ipairs(curve.point) do
        take(x, point.x)
        if all or point.used then
          take(y, point.y)
          if panel.look == "signed" and curve.run.band then
            take(y, point.low)
            take(y, point.high)
          end
        end
      end
    end
  end
  return x, y
end

-- The range that completed runs need, extended towards those that broke down by at most its width.
local function extend(completed, broken)
  if is_empty(completed) then return broken end
  local width = completed.high - completed.low
  return { low = math.max(math.min(completed.low, broken.low), completed.low - width),
           high = math.min(math.max(completed.high, broken.high), completed.high + width) }
end

-- A margin on both sides; a range without width gets one.
local function widen(range)
  if is_empty(range) then return { low = -1, high = 1 } end
  local margin = 0.06 * (range.high - range.low)
  if not (margin > 1e-12 * math.max(math.abs(range.low), math.abs(range.high))) then
    margin = range.high ~= 0 and math.abs(range.high) / 2 or 1
  end
  return { low = range.low - margin, high = range.high + margin }
end

-- The power of ten in units of which a range is written; 0 where its numbers have at most so many digits before the point.
local function power_of(range, digits)
  local largest = math.max(math.abs(range.low), math.abs(range.high))
  local power = largest > 0 and math.floor(math.log(largest, 10)) or 0
  return power >= -2 and power < digits and 0 or power
end

-- From 0 to the end of the runs, or, where all broke down, to shortly after the last of them.
local function time_range(panel, completed, broken)
  if is_empty(completed) then return { low = 0, high = 1.1 * (is_empty(broken) and 1 or broken.high) } end
  local last = completed.high
  for _, curve in ipairs(panel.curve) do
    if curve.run.kept and not panels.broke_down(curve) then last = math.max(last, curve.run.duration) end
  end
  return { low = 0, high = last }
end

-- The steps of all fits, or the evaluations, with a factor on either side: those without errors too.
local function step_range(made)
  local range = nothing()
  for _, panel in ipairs(made.panel) do
    for _, curve in ipairs(panel.curve) do
      for i, step in ipairs(curve.fit.step_values) do
        take(range, made.work and (curve.fit.evaluations and curve.fit.evaluations[i]) or not made.work and step)
      end
    end
  end
  return is_empty(range) and { low = 0.5, high = 2 } or { low = range.low / 1.2, high = range.high * 1.2 }
end

-- Whether their logarithmic axes may be one.
local function may_share(a, b)
  return a.look == b.look and (a.look == "errors" and a.letter == b.letter or a.look ~= "errors" and a.channel == b.channel)
end

-- The values of all panels that share the axis of this one, or of it alone.
local function find_values(made, panel, alone)
  local range = nothing()
  for _, all in ipairs { false, true } do
    range = nothing()
    for _, other in ipairs(made.panel) do
      if alone and other == panel or not alone and may_share(panel, other) then
        local _, completed = find_ranges(other, false, all)
        local _, broken = find_ranges(other, true, all)
        if not is_empty(broken) then broken.high = math.max(math.min(broken.high, 10), broken.low) end
        range = join(range, join(completed, broken))
      end
    end
    if range.low < range.high then break end
  end
  return range
end

-- Panels of one axis can be compared; over too many decades nothing is seen in any, and each has its own.
local function find_decades(made, panel)
  local errors = panel.look == "errors"
  local deepest = errors and math.huge or 40 -- what is less is as good as zero
  local most = 24                            -- decades of double precision and some more
  local range = find_values(made, panel, false)
  if not errors and not is_empty(range) and math.log(range.high / range.low, 10) > most then range = find_values(made, panel, true) end
  if is_empty(range) then return { low = -16, high = 0 } end
  range = { low = math.floor(math.log(range.low, 10) - 0.1), high = math.ceil(math.log(range.high, 10) + 0.1) }
  range.low = math.max(range.low, range.high - deepest)
  return range
end

-- Widens one of two ranges so that both axes of the plot have the same scale.
local function make_equal(x, y, aspect)
  local breadth, height = x.high - x.low, y.high - y.low
  local missing_x, missing_y = (height * aspect - breadth) / 2, (breadth / aspect - height) / 2
  local range, missing = x, missing_x
  if not (missing_x > 0) then range, missing = y, missing_y end
  range.low, range.high = range.low - missing, range.high + missing
end

local function scale(range, power)
  return { low = range.low / 10.0 ^ power, high = range.high / 10.0 ^ power, power = power }
end

-- For a plot whose breadth is `aspect` times its height: the axes of an orbit with equal scales fill it.  Logarithmic axes of the
-- same channel are the same in all panels, those of errors in all panels of a letter; their steps are those of the whole figure.
function axes.of(made, panel, aspect)
  local plane, errors = panels.in_plane(panel), panel.look == "errors"
  local logarithmic = errors or panel.look == "magnitude"
  local x1, y1 = find_ranges(panel, false, true)
  local x2, y2 = find_ranges(panel, true, true)
  local x = errors and step_range(made) or plane and widen(extend(x1, x2)) or time_range(panel, x1, x2)
  local y = logarithmic and find_decades(made, panel) or widen(extend(y1, y2))
  if plane and not panel.free then make_equal(x, y, aspect) end
  return { logarithmic = logarithmic, x = scale(x, errors and 0 or power_of(x, 5)), y = scale(y, logarithmic and 0 or power_of(y, 3)) }
end

-- The distance of at most about so many tics, at multiples of 1, 2 or 5 and a power of ten.
function axes.tics(range, most)
  local least = (range.high - range.low) / most
  local power = 10.0 ^ math.floor(math.log(least, 10))
  return power * (least <= power and 1 or least <= 2 * power and 2 or least <= 5 * power and 5 or 10)
end

local function clamp(value, range) return math.max(range.low, math.min(range.high, value)) end

-- The last point of a run that broke down, in the units of the axes and, where it is outside, at their edge.
function axes.last(panel, curve, at)
  if not panels.broke_down(curve) or panels.at_times(panel) then return nil end
  for i = #curve.point, 1, -1 do
    local point = curve.point[i]
    if panels.is_finite(point.x) and panels.is_finite(point.y) then
      local y = at.logarithmic and 10.0 ^ clamp(math.log(point.y, 10), at.y) or clamp(point.y / 10.0 ^ at.y.power, at.y)
      return clamp(point.x / 10.0 ^ at.x.power, at.x), y
    end
  end
  return nil
end

-- ---- lines of given order ----

-- Adds the line of a fit, or lowers the one that its order has already.
local function add_guide(guides, fit)
  local finest = #fit.errors
  while finest > 0 and not fit.used[finest] do finest = finest - 1 end
  local order = math.floor(fit.order + 0.5)
  if finest == 0 or order < 1 or math.abs(fit.order - order) > 0.25 then return end
  local intercept = math.log(fit.errors[finest], 10) - order * math.log(fit.step_values[finest], 10)
  for _, guide in ipairs(guides) do
    if guide.order == order then
      guide.intercept = math.min(guide.intercept, intercept)
      return
    end
  end
  guides[#guides + 1] = { order = order, intercept = intercept }
end

-- Moves labels apart that would print on each other, each pair by the same distance, and back into the range.
local function spread_labels(guides, range, distance)
  table.sort(guides, function (a, b) return a.label < b.label end)
  for _ = 1, 200 do
    for _, guide in ipairs(guides) do guide.label = clamp(guide.label, range) end
    for g = 1, #guides - 1 do
      local overlap = distance - (guides[g + 1].label - guides[g].label)
      if overlap > 0 then
        guides[g].label, guides[g + 1].label = guides[g].label - overlap / 2, guides[g + 1].label + overlap / 2
      end
    end
  end
end

-- Lines c h^p below the errors of the most accurate method of each order p, {order, intercept, label}: the decimal logarithm of c,
-- and the decade at which the order is printed, apart from the others, beside a plot `height` pixels high.
function axes.guides(panel, at, height)
  local guides, pixel = {}, (at.y.high - at.y.low) / height -- in decades
  for _, curve in ipairs(panel.curve) do
    if curve.fit.status == "measured" then add_guide(guides, curve.fit) end
  end
  for _, guide in ipairs(guides) do
    guide.intercept = guide.intercept - 7 * pixel -- below the data
    guide.label = guide.intercept + guide.order * math.log(at.x.high, 10)
  end
  spread_labels(guides, at.y, 10 * pixel)
  return guides
end

return axes
