-- Templates: text with <% code %>, <%= a value, escaped for the format %> and <%- a value as it is %>.  A line that holds
-- code alone leaves nothing.  Lines of the template keep their numbers, so that a message names the right one.
return function (text, name, environment, escape)
  local parts, at, result = { "local _write, _escape = ... " }, 1, {}
  local function put(piece)
    parts[#parts + 1] = piece
  end
  while true do
    local first, last, mark, code = text:find("<%%([=-]?)(.-)%%>", at)
    local plain = text:sub(at, (first or 0) - 1)
    local open = plain:find("<%", 1, true)
    if open then
      local _, lines = text:sub(1, at + open - 1):gsub("\n", "")
      error(("%s:%d: <%% has no %%>; write <%% code %%>, <%%= value %%> or <%%- value %%>"):format(name, lines + 1), 0)
    end
    local alone = mark == "" and (plain:find("\n[ \t]*$") or plain == "" and at == 1) and text:find("^\n", last + 1)
    put(("_write(%q) "):format(alone and plain:gsub("[ \t]*$", "") or plain))
    if not first then break end
    put(mark == "=" and "_write(_escape(" .. code .. ")) " or mark == "-" and "_write(" .. code .. ") " or code .. " ")
    at = last + 1
    if alone then
      put("\n")
      at = at + 1
    end
  end
  local run, message = load(table.concat(parts), "=" .. name, "t", environment)
  if not run then error(message, 0) end
  run(function (piece)
    result[#result + 1] = piece == nil and "" or tostring(piece)
  end, function (piece)
    return piece == nil and "" or escape(tostring(piece))
  end)
  return table.concat(result)
end
