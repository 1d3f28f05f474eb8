<% local grid = include "table.grid" (document)
   local function pad(text, wide, right)
     local room = (" "):rep(wide - measure(text))
     return right and room .. text or text .. room
   end
   -- The columns of labels, then one for each of the head: the lines of the head, the texts of the rows, the widest of all.
   local columns = {}
   local function add(head, right, text)
     local column = { head = head, right = right, wide = 0, text = {} }
     for _, line in ipairs(head) do column.wide = math.max(column.wide, measure(line)) end
     for r in ipairs(grid.row) do
       column.text[r] = escape(text(r))
       column.wide = math.max(column.wide, measure(column.text[r]))
     end
     columns[#columns + 1] = column
   end
   local lines = grid.lines
   local function at_bottom(text)
     local head = {}
     for i = 1, lines do head[i] = i == lines and text or "" end
     return head
   end
   for i, name in ipairs(grid.rows) do add(at_bottom(name), false, function (r) return grid.label(r, i) end) end
   for c, column in ipairs(grid.column) do
     local head = {}
     for i, label in ipairs(column.label) do head[i] = escape(label) end
     add(head, grid.is_number(c), function (r) return grid.shown(grid.row[r], c) end)
   end
   -- Blocks of columns that have room beside the labels.
   local function line_of(from, to, text)
     local parts = {}
     for k, column in ipairs(columns) do
       if k <= #grid.rows or (k >= from and k <= to) then parts[#parts + 1] = pad(text(column), column.wide, column.right) end
     end
     return (table.concat(parts, "  "):gsub(" +$", ""))
   end
   local labels = 0
   for k = 1, #grid.rows do labels = labels + columns[k].wide + 2 end
   local blocks, from, wide = {}, #grid.rows + 1, labels
   for k = #grid.rows + 1, #columns do
     if k > from and wide + columns[k].wide > width then
       blocks[#blocks + 1], from, wide = { from, k - 1 }, k, labels
     end
     wide = wide + columns[k].wide + 2
   end
   blocks[#blocks + 1] = { from, #columns } %>
<%= grid.title %>
<%- table.concat(wrap(grid.caption), "\n") %>
<% for _, block in ipairs(blocks) do %>

<% for i = 1, lines do %>
<%- line_of(block[1], block[2], function (column) return column.head[i] end) %>
<% end for r in ipairs(grid.row) do %>
<%- line_of(block[1], block[2], function (column) return column.text[r] end) %>
<% end end %>
