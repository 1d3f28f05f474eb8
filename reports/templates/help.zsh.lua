#compdef assay
# Completion of assay for zsh.
<% local words = include "help_words"
   local function quoted(text) return (text:gsub("'", "'\\''")) end
   -- In a description of _arguments, brackets and colons have a meaning.
   local function plain(text) return quoted((text:gsub("[%[%]:]", "\\%0"))) end
   local function action(what)
     if not what then return "_files" end
     if what == "file" then return "_files" end
     if what == "folder" then return "_files -/" end
     local parts = {}
     for word in what:gmatch("%S+") do parts[#parts + 1] = words.listed[word] and "${(f)\"$(_assay_list " .. word .. ")\"}" or word end
     return "{ compadd -- " .. table.concat(parts, " ") .. "; _files }"
   end %>
_assay_list() {
  assay list $1 2>/dev/null | while read -r name rest; do print -r -- $name; done
}
_assay_commands() {
  local -a commands=(
<% for _, command in ipairs(document.commands) do %>
    '<%- command.name %>:<%- quoted(command.summary) %>'
<% end %>
    'help:what a command does'
  )
  _describe command commands
}
_assay() {
  local context state line
  _arguments -C '1:command:_assay_commands' '*::argument:->rest'
  [[ $state == rest ]] || return
  case $words[1] in
<% for _, command in ipairs(document.commands) do %>
  <%- command.name %>)
    _arguments \
<% for _, option in ipairs(command.options) do %>
      '--<%- option.name %>[<%- plain(option.meaning) %>]<%- option.value ~= "" and (":%s:%s"):format(plain(option.value), quoted(action(words.options[option.name]))) or "" %>' \
<% end %>
      '*:argument:<%- quoted(action(words.arguments[command.name])) %>'
    ;;
<% end %>
  help) _assay_commands ;;
  esac
}
_assay "$@"
