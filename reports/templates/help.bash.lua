# Completion of assay for bash.
<% local words = include "help_words"
   local function sorted(list)
     local keys = {}
     for key in pairs(list) do keys[#keys + 1] = key end
     table.sort(keys)
     return ipairs(keys)
   end
   -- What is offered for a description in help_words.
   local function reply(what)
     if what == "file" then return "-f" end
     if what == "folder" then return "-d" end
     local parts = {}
     for word in what:gmatch("%S+") do parts[#parts + 1] = words.listed[word] and "$(_assay_list " .. word .. ")" or word end
     return '-W "' .. table.concat(parts, " ") .. '"'
   end
   local names = {}
   for k, command in ipairs(document.commands) do names[k] = command.name end %>
_assay_list() {
  assay list "$1" 2>/dev/null | while read -r name rest; do printf '%s ' "$name"; done
}
_assay() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "<%- table.concat(names, " ") %> help" -- "$word"))
    return
  fi
  case $before in
<% for _, name in sorted(words.options) do %>
  --<%- name %>) COMPREPLY=($(compgen <%- reply(words.options[name]) %> -- "$word")); return ;;
<% end %>
  esac
  case $command:$word in
<% for _, command in ipairs(document.commands) do
   local options = {}
   for k, option in ipairs(command.options) do options[k] = "--" .. option.name end
   options[#options + 1] = "--help" %>
  <%- command.name %>:-*) COMPREPLY=($(compgen -W "<%- table.concat(options, " ") %>" -- "$word")) ;;
<% end
   for _, name in sorted(words.arguments) do if name ~= "help" then %>
  <%- name %>:*) COMPREPLY=($(compgen <%- reply(words.arguments[name]) %> -- "$word") $(compgen -f -- "$word")) ;;
<% end end %>
  help:*) COMPREPLY=($(compgen -W "<%- table.concat(names, " ") %>" -- "$word")) ;;
  *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -F _assay assay
