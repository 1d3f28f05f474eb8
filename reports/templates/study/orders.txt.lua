<% local orders = include "orders"
   local function measure(text) return select(2, text:gsub("[^\128-\191]", "")) end
   -- `12 | 11.998 holds`, in capitals what differs; below the text the detail.
   local function lines_of(cell)
     local claimed, detail, word = cell.claimed or "", cell.detail or "", cell.word or ""
     local first = claimed .. (claimed ~= "" and " | " or "") .. (cell.text or "") .. (word ~= "" and " " or "") ..
       (cell.differs and word:upper() or word)
     local indent = claimed ~= "" and detail ~= "" and measure(claimed) + 3 or 0
     return { first, (" "):rep(indent) .. detail }
   end
   local widths = { measure("method") }
   for c, name in ipairs(orders.columns) do widths[c + 1] = #name end
   for _, row in ipairs(orders.rows) do
     row.label = (row.section and "" or "  ") .. row.label
     widths[1] = math.max(widths[1], measure(row.label))
     for c, cell in ipairs(row.cells) do
       cell.lines = lines_of(cell)
       for _, line in ipairs(cell.lines) do widths[c + 1] = math.max(widths[c + 1], measure(line)) end
     end
   end
   local function line(label, texts)
     local parts = { { label, widths[1] } }
     for c, text in ipairs(texts) do parts[c + 1] = { text, widths[c + 1] } end
     local written = ""
     local column = 0
     for _, part in ipairs(parts) do
       if part[1] ~= "" then
         written = written .. (" "):rep(column - measure(written)) .. escape(part[1])
       end
       column = column + part[2] + 2
     end
     return written
   end
   local function of(cells, k)
     local texts = {}
     for c, cell in ipairs(cells) do texts[c] = cell.lines[k] end
     return texts
   end
   local all = -2
   for _, wide in ipairs(widths) do all = all + wide + 2 end
   local parts = {}
   for i, part in ipairs(orders.provenance) do parts[i] = part.label .. " " .. (part.value or "") end %>
<%= orders.title %>
<%= orders.source %>
<%= orders.counts %>

<%- line("method", orders.columns) %>
<%- ("-"):rep(all) %>
<% for _, row in ipairs(orders.rows) do %>
<%- line(row.label, of(row.cells, 1)) %>
<% if not row.section then %>
<%- line("", of(row.cells, 2)) %>
<% end end %>

<% for _, note in ipairs(orders.notes) do %>
<%- table.concat(wrap(note), "\n") %>
<% end if #orders.notes > 0 then %>

<% end if about.legend then %>
<%- table.concat(wrap(orders.legend), "\n") %>
Made by <%= table.concat(parts, "; ") %>
<% end %>
