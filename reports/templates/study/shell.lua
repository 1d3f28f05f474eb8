-- Words of a command, as a shell reads them (POSIX.1-2017, Shell Command Language, 2.2.2).
local shell = {}

function shell.quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- In quotes where there is need of them.
function shell.word(word)
  return word:find("^[%w_+=.,:/%%@-]+$") and word or shell.quote(word)
end

return shell
