% <%= document.study %>: <%= document.title %>
% assay <%= document.assay.version %>, numerics <%= document.assay.numerics_version %>.  In the preamble: \usepackage{booktabs}
<% local grid = include "table.grid" (document)
   -- Mathematical type for numbers, a dash for what is missing.
   local function number(text)
     local digits, power = text:match("^(-?[%d.]+)e([-+]%d+)$")
     if digits then return ("$%s\\cdot10^{%d}$"):format(digits, tonumber(power)) end
     if tonumber(text) then return "$" .. text .. "$" end
     return text == "–" and "--" or escape(text)
   end
   local function side(c) return grid.is_number(c) and "r" or "l" end
   local alignment = ("l"):rep(#grid.rows)
   for c in ipairs(grid.column) do alignment = alignment .. side(c) end
   -- The columns from `c` on that have the same labels down to line i, which one label stands above.
   local function span(c, i)
     local last = c
     local function alike(k)
       for j = 1, i do if not grid.column[k] or grid.column[k].label[j] ~= grid.column[c].label[j] then return false end end
       return i < grid.lines
     end
     while alike(last + 1) do last = last + 1 end
     return last
   end %>
\begin{tabular}{@{}<%- alignment %>@{}}
\toprule
<% for i = 1, grid.lines do
   local rules = ""
   for k, name in ipairs(grid.rows) do %><%- k > 1 and " & " or "" %><%= i == grid.lines and name or "" %><% end
   local c = 1
   while c <= #grid.column do
     local last = span(c, i)
     if last > c then rules = rules .. ("\\cmidrule(lr){%d-%d}"):format(#grid.rows + c, #grid.rows + last) end %> & \multicolumn{<%- last - c + 1 %>}{<%- last > c and "c" or side(c) %>}{<%= grid.column[c].label[i] %>}<%
     c = last + 1
   end %> \\<%- rules %>
<% end %>
\midrule
<% for r, row in ipairs(grid.row) do
   for i in ipairs(grid.rows) do local label = grid.label(r, i) %><%- i > 1 and " & " or "" %><%- label == "–" and "--" or escape(label) %><% end
   for c in ipairs(grid.column) do %> & <%- number(grid.shown(row, c)) %><% end %> \\
<% end %>
\bottomrule
\end{tabular}
