<% local records, grid = include "records", include "table.grid" (document)
   for i, name in ipairs(grid.rows) do %><%- i > 1 and "," or "" %><%= name %><% end
   for _, column in ipairs(grid.column) do %>,<%= table.concat(column.label, " ") %><% end %>
<% for _, row in ipairs(grid.row) do
   for i, label in ipairs(row.label) do %><%- i > 1 and "," or "" %><%= label == "–" and "" or label %><% end
   for c in ipairs(grid.column) do %>,<%= records.exact(grid.value(row, c)) %><% end %>
<% end %>
