-- Functions for all templates, as globals: text of the document in columns, with coloured verdicts.
local escape, columns, colored = ...

-- How many characters wide a text is in UTF-8.
local function measure(text)
  return select(2, text:gsub("[^\128-\191]", ""))
end

-- The columns of a line.
width = columns

-- The lines of a text, escaped and broken at its blanks: the first begins with `first`, the others with `rest`.  A word that
-- is wider than the line has a line of its own.
function wrap(text, first, rest)
  local lines, line, empty = {}, first or "", true
  for word in escape(text):gmatch("[^ ]+") do
    if not empty and measure(line) + 1 + measure(word) > columns then
      lines[#lines + 1], line, empty = line, rest or "", true
    end
    line, empty = line .. (empty and "" or " ") .. word, false
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
