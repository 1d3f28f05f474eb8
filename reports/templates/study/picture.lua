-- A picture that gnuplot has drawn, inside a page: picture(NAME, TITLE) gives its <svg> element, nil where there is
-- none.
--
-- gnuplot gives the markers of every picture the same identifiers (gpPt0, ...), with sizes of their own; in one page the first
-- would serve all pictures, so that every identifier and every reference to one gets the name of the picture.  The element is
-- a third as long as the file: lines are written in tenths of a pixel, each point relative to the one before, straight ones by
-- their ends; markers of one look have it once; what is the default, or the same for all, is said once.
local function tenths(text)
  return math.floor(tonumber(text) * 10 + 0.5)
end

local function short(number)
  return number % 10 == 0 and ("%d"):format(number // 10) or ("%.1f"):format(number / 10)
end

-- Whether the points {x, y} in tenths lie on the line from the first to the last.
local function is_straight(points)
  local first, last = points[1], points[#points]
  local dx, dy = last[1] - first[1], last[2] - first[2]
  local length = math.sqrt(dx * dx + dy * dy)
  for i = 2, #points - 1 do
    if math.abs((points[i][1] - first[1]) * dy - (points[i][2] - first[2]) * dx) > 0.8 * length then return false end
  end
  return length > 0
end

local function write_line(points, parts)
  if #points > 3 and is_straight(points) then points = { points[1], points[#points] } end
  local before = points[1]
  parts[#parts + 1] = ("M%s,%s"):format(short(before[1]), short(before[2]))
  for i = 2, #points do
    local point = points[i]
    if point[1] ~= before[1] or point[2] ~= before[2] then
      parts[#parts + 1] = ("%s%s,%s"):format(i == 2 and "l" or " ", short(point[1] - before[1]), short(point[2] - before[2]))
      before = point
    elseif i == 2 then
      parts[#parts + 1] = "l0,0"
    end
  end
end

-- M and L with absolute points -> M and l with steps; other paths stay as they are.
local function shorten(path)
  if path:find("[^-ML%d.,%s]") then return path end
  local parts, points = {}, {}
  for command, x, y in path:gmatch("([ML]?)%s*(-?[%d.]+),(-?[%d.]+)") do
    if command == "M" and #points > 0 then
      write_line(points, parts)
      points = {}
    end
    points[#points + 1] = { tenths(x), tenths(y) }
  end
  if #points > 0 then write_line(points, parts) end
  return table.concat(parts)
end

local function color(r, g, b)
  return ("#%02X%02X%02X"):format(tonumber(r), tonumber(g), tonumber(b))
end

-- Markers that follow each other: a filled circle is a line of no length with round ends, others are used in their scale.
local function gather(drawn)
  local result, look, places = {}, nil, {}
  local function finish()
    if not look then return end
    local id, scale, paint = look[1], tonumber(look[2]), look[3]
    if id:find("gpPt6$") then
      result[#result + 1] = ("<path stroke='%s' stroke-width='%g' stroke-linecap='round' d='"):format(paint, 2 * scale)
      for _, place in ipairs(places) do result[#result + 1] = ("M%s,%sh0"):format(short(tenths(place[1])), short(tenths(place[2]))) end
      result[#result + 1] = "'/>\n"
    else
      result[#result + 1] = ("<g color='%s' transform='scale(%s)'>"):format(paint, look[2])
      for _, place in ipairs(places) do
        result[#result + 1] = ("<use href='#%s' x='%.2f' y='%.2f'/>"):format(id, place[1] / scale, place[2] / scale)
      end
      result[#result + 1] = "</g>\n"
    end
    look, places = nil, {}
  end
  for line in drawn:gmatch("[^\n]+") do
    local id, x, y, scale, paint = line:match("^%s*<use xlink:href='#([^']*)' transform='translate%((-?[%d.]+),(-?[%d.]+)%) scale%(([%d.]+)%)' color='([^']*)'/>$")
    if not id then
      finish()
      result[#result + 1] = line .. "\n"
    else
      if look and (look[1] ~= id or look[2] ~= scale or look[3] ~= paint) then finish() end
      look = look or { id, scale, paint }
      places[#places + 1] = { tonumber(x), tonumber(y) }
    end
  end
  finish()
  return table.concat(result)
end

local same = ' fill="none" color="black" stroke="currentColor"'

return function (name, title)
  local svg = about.pictures[name]
  local first = svg and svg:find("<svg", 1, true)
  if not first then return nil end
  svg = svg:sub(first)
  for _, before in ipairs { ' id="', " id='", 'href="#', "href='#", "url%(#", "url%('#" } do
    svg = svg:gsub(before, "%0" .. name .. "-")
  end
  svg = svg:gsub("<filter.-</filter>%s*", ""):gsub("<desc>.-</desc>%s*", ""):gsub(' id="[^"]*_plot_%w+" ', "")
  svg = svg:gsub("<title>[^<]*gnuplot_plot_[^<]*</title>", ""):gsub("<title>Gnuplot</title>", function ()
    return "<title>" .. escape(title or name) .. "</title>"
  end)
  local defined = svg:find("</defs>", 1, true) or 1
  local head, drawn = svg:sub(1, defined - 1), svg:sub(defined)
  head = head:gsub('<g id="[^"]*canvas"', "%0" .. same):gsub('<rect x="0"', '%0 stroke="none"')
  drawn = drawn:gsub("rgb%(%s*(%d+),%s*(%d+),%s*(%d+)%)", color)
  drawn = drawn:gsub(" d='([^']*)'", function (path) return " d='" .. shorten(path) .. "'" end)
  drawn = gather(drawn)
  drawn = drawn:gsub("translate%((-?[%d.]+),(-?[%d.]+)%)", function (x, y)
    return ("translate(%s,%s)"):format(short(tenths(x)), short(tenths(y)))
  end)
  drawn = drawn:gsub(' stroke%-linecap="butt" stroke%-linejoin="miter"', ""):gsub("<g" .. same, "<g")
  drawn = drawn:gsub('stroke%-width="(%d%.%d)0"', 'stroke-width="%1"'):gsub('font%-size="(%d+%.%d)0"', 'font-size="%1"')
  drawn = drawn:gsub("<tspan font%-family=\"DejaVu Sans\" >", "<tspan>"):gsub("<g [^>]*>%s*</g>\n?", "")
  for _ = 1, 2 do drawn = drawn:gsub("<g>%s*</g>\n?", "") end
  return head .. (drawn:gsub("\n%s+", "\n"):gsub("  +", " "))
end
