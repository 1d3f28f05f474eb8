<% local grid = include "table.grid" (document)
   local function json(value)
     if value == nil then return "null" end
     if type(value) == "boolean" then return tostring(value) end
     if type(value) == "string" then
       return '"' .. value:gsub('[%c"\\]', function (c) return ("\\u%04x"):format(c:byte()) end) .. '"'
     end
     if type(value) ~= "table" then return (include "records").exact(value) end
     local parts = {}
     for i, entry in ipairs(value) do parts[i] = json(entry) end
     return "[" .. table.concat(parts, ", ") .. "]"
   end
   local names = { "schema", "version", "commit", "numerics_version", "compiler", "mpfr", "processor", "study_hash", "command" } %>
{"assay": {<% for i, name in ipairs(names) do %><%- i > 1 and ", " or "" %>"<%- name %>": <%- json(document.assay[name]) %><% end %>},
 "study": <%- json(document.study) %>, "of": <%- json(grid.kind) %>, "rows": <%- json(grid.rows) %>,
 "columns": [<% for c, column in ipairs(grid.column) do
   local label = {}
   for i, name in ipairs(document.request.columns) do label[i] = column.label[i] end %><%- c > 1 and ", " or "" %>{"column": <%- json(label) %>, "value": <%- json(column.value) %>}<% end %>],
 "table": [<% for r, row in ipairs(grid.row) do %><%- r > 1 and "," or "" %>
  {"row": <%- json(row.label) %>, "values": [<% for c in ipairs(grid.column) do %><%- c > 1 and ", " or "" %><%- json(grid.value(row, c)) %><% end %>]}<% end %>
 ]}
