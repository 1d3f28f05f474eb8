-- Functions for all templates, as globals: text of the document in columns, with coloured verdicts.
local escape, columns, colored = ...

-- How many characters wide a text is in UTF-8.
function measure(text)
  return select(2, text:gsub("[^\128-\191]", ""))
end

-- The columns of a line.
width = columns

-- The most of a word that ends with a slash and has so much room, and the rest; the word itself if there is none.
local function split(word, room)
  if measure(word) <= room then return word, "" end
  local last = nil
  for at in word:gmatch("()/") do
    if measure(word:sub(1, at)) <= room and at < #word then last = at end
  end
  return word:sub(1, last or #word), last and word:sub(last + 1) or ""
end

-- The lines of a text, escaped and broken at its blanks: the first begins with `first`, the others with `rest`.  A word that
-- is wider than the line has a line of its own; with `slashes`, of text that nobody pastes, it is broken after a slash.
function wrap(text, first, rest, slashes)
  local lines, line, empty = {}, first or "", true
  for word in escape(text):gmatch("[^ ]+") do
    if not empty and measure(line) + 1 + measure(word) > columns then
      lines[#lines + 1], line, empty = line, rest or "", true
    end
    local piece, left = word, ""
    if slashes then piece, left = split(word, columns - measure(line) - (empty and 0 or 1)) end
    while left ~= "" do
      lines[#lines + 1], line, empty = line .. piece, rest or "", true
      piece, left = split(left, columns - measure(line))
    end
    line, empty = line .. (empty and "" or " ") .. piece, false
  end
  lines[#lines + 1] = line
  return lines
end

-- The lines of a command of a shell, which can be typed as they stand: a line goes on behind a backslash, and what is quoted
-- is not broken.
function wrap_command(text, first, rest)
  local words, quoted = {}, nil
  for piece in escape(text):gmatch("[^ ]+") do
    words[#words + (quoted and 0 or 1)] = quoted and quoted .. " " .. piece or piece
    quoted = select(2, words[#words]:gsub("'", "")) % 2 == 1 and words[#words] or nil
  end
  local lines, line, empty = {}, first or "", true
  for k, word in ipairs(words) do
    local room = columns - (k < #words and 2 or 0)
    if not empty and measure(line) + 1 + measure(word) > room then
      lines[#lines + 1], line, empty = line .. " \\", rest or "", true
    end
    line, empty = line .. (empty and "" or " ") .. word, false
  end
  lines[#lines + 1] = line
  return lines
end

-- Lines of a text with another one at the right end of the last line, or of a line of its own where there is no room.
function wrap_beside(text, right, first, rest)
  local lines = wrap(text, first, rest)
  right = escape(right)
  local room = columns - measure(lines[#lines]) - measure(right)
  if room >= 2 then
    lines[#lines] = lines[#lines] .. (" "):rep(room) .. right
  else
    lines[#lines + 1] = (rest or "") .. right
  end
  return lines
end

local colors = { red = 31, green = 32, yellow = 33 }

-- The text in bold and in the color, where texts are coloured.
function paint(text, color)
  return colored and ("\27[1;%dm%s\27[0m"):format(colors[color], text) or text
end

-- The first lines of a list; where there are more, the last of them ends with an ellipsis in place of a word or two.
function cut(lines, most)
  if #lines <= most then return lines end
  local kept = table.move(lines, 1, most, 1, {})
  while measure(kept[most]) + 2 > columns and kept[most]:find("%S +%S+$") do
    kept[most] = kept[most]:gsub(" +%S+$", "")
  end
  kept[most] = kept[most] .. " …"
  return kept
end

-- Of items, each a list of lines: the lines of the first ones that have room together with a line that counts the others,
-- and how many others there are.
function take(items, room)
  local lines, total, shown = {}, 0, 0
  for _, item in ipairs(items) do total = total + #item end
  local left = total > room and room - 1 or room
  for _, item in ipairs(items) do
    if #item > left then break end
    left, shown = left - #item, shown + 1
    for _, line in ipairs(item) do lines[#lines + 1] = line end
  end
  return lines, #items - shown
end

-- "12 s", "3 min 20 s", "2 h 5 min"
function duration(seconds)
  local whole = math.floor(seconds + 0.5)
  if whole < 60 then return ("%d s"):format(whole) end
  if whole < 3600 then return ("%d min %d s"):format(whole // 60, whole % 60) end
  return ("%d h %d min"):format(whole // 3600, whole % 3600 // 60)
end
