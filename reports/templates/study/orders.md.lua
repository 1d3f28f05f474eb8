<% local orders = include "orders"
   local function shown(cell, section)
     local claimed, text, detail, word = cell.claimed or "", cell.text or "", cell.detail or "", cell.word or ""
     local around, bold = section and text ~= "" and "*" or "", cell.differs and "**" or ""
     return escape(claimed) .. (claimed ~= "" and " \\| " or "") .. around .. escape(text) .. around ..
       (detail ~= "" and " " or "") .. escape(detail) .. (word ~= "" and " " .. bold .. word .. bold or "") ..
       (section and text == "" and "|" or " |")
   end
   local parts = {}
   for i, part in ipairs(orders.provenance) do parts[i] = part.label .. " " .. (part.value or "") end
   local function kept(text) return (text:gsub("%c", " ")) end %>
**<%= orders.title %>**<% if orders.source then %> (<%= orders.source %>)<% end %>

<%- orders.counts %>

| method |<% for _, name in ipairs(orders.columns) do %> <%= name %> |<% end %>
| --- |<% for _ in ipairs(orders.columns) do %> --- |<% end %>
<% for _, row in ipairs(orders.rows) do %>
| <%- row.section and "**" or "" %><%= row.label %><%- row.section and "**" or "" %> |<% for _, cell in ipairs(row.cells) do %> <%- shown(cell, row.section) %><% end %>
<% end %>

<% for _, note in ipairs(orders.notes) do %>
- <%= note %>
<% end if #orders.notes > 0 then %>

<% end %>
<%= orders.legend %>

    Made by <%- kept(table.concat(parts, "; ")) %>
