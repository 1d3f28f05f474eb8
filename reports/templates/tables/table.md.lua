<% local grid = include "table.grid" (document) %>
|<% for _, name in ipairs(grid.rows) do %> <%= name %> |<% end for _, column in ipairs(grid.column) do %> <%= table.concat(column.label, ", ") %> |<% end %>
|<% for _ in ipairs(grid.rows) do %> --- |<% end for c in ipairs(grid.column) do %><%- grid.is_number(c) and " ---: |" or " --- |" %><% end %>
<% for _, row in ipairs(grid.row) do %>
|<% for _, label in ipairs(row.label) do %> <%= label %> |<% end for c in ipairs(grid.column) do %> <%= grid.shown(row, c) %> |<% end %>
<% end %>
