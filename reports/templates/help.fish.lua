# Completion of assay for fish.
<% local words = include "help_words"
   local function quoted(text) return "'" .. text:gsub("\\", "\\\\"):gsub("'", "\\'") .. "'" end
   local function offered(what)
     local parts = {}
     for word in what:gmatch("%S+") do parts[#parts + 1] = words.listed[word] and "(__assay_list " .. word .. ")" or word end
     return "-a " .. quoted(table.concat(parts, " "))
   end %>
function __assay_list
  assay list $argv[1] 2>/dev/null | string match -r '^\S+'
end
<% for _, command in ipairs(document.commands) do %>
complete -c assay -n __fish_use_subcommand -f -a <%- command.name %> -d <%- quoted(command.summary) %>
<% for _, option in ipairs(command.options) do
   local what = words.options[option.name] %>
complete -c assay -n '__fish_seen_subcommand_from <%- command.name %>' -l <%- option.name %><%- option.letter ~= "" and " -s " .. option.letter or "" %><%- option.value ~= "" and " -r" or "" %><%- what and what ~= "file" and what ~= "folder" and " " .. offered(what) or "" %> -d <%- quoted(option.meaning) %>
<% end
   local what = words.arguments[command.name]
   if what then %>
complete -c assay -n '__fish_seen_subcommand_from <%- command.name %>' <%- offered(what) %>
<% end end %>
