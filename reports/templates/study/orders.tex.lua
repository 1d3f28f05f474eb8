<% local orders = include "orders"
   local parts = {}
   for i, part in ipairs(orders.provenance) do parts[i] = part.label .. " " .. (part.value or "") end
   local function kept(text) return ((text or ""):gsub("%c", " ")) end
   -- Mathematical type is for what is made of nothing but letters, digits and operators, and is no words.
   local function formula(text)
     local formal = not text:find("[^0-9a-z+*/(). -]")
     for _, word in ipairs { "exact", "below ", "above ", "between ", "growth " } do
       formal = formal and not text:find(word, 1, true)
     end
     return (formal and "$" or "") .. escape(text) .. (formal and "$" or "")
   end
   -- Formulas with commas between them.
   local function formulas(text)
     local list = {}
     for one in text:gmatch("[^,]+") do list[#list + 1] = formula((one:gsub("^ +", ""))) end
     return table.concat(list, ", ")
   end %>
% <%- kept(table.concat(parts, "; ")) %>
% <%- kept(orders.title) %>
% <%- orders.counts %>
% Needs \usepackage{booktabs}; with graphicx \resizebox{\textwidth}{!}{\input{<%- kept(orders.name) %>}} fits a page.
\begin{tabular}{l<%- ("rl"):rep(#orders.columns) %>}
\toprule
<% for _, name in ipairs(orders.columns) do %> & \multicolumn{2}{c}{<%= name %>}<% end %> \\
<% for c in ipairs(orders.columns) do %>
\cmidrule(lr){<%- 2 * c %>-<%- 2 * c + 1 %>}
<% end
   for r, row in ipairs(orders.rows) do if row.section then if r > 1 then %>
\addlinespace
<% end %>
\emph{<%= row.label %>}<% for _, cell in ipairs(row.cells) do %> & \multicolumn{2}{l}{<%- formulas(cell.text or "") %>}<% end %> \\
<% else %>
\quad <%= row.label %><% for c, cell in ipairs(row.cells) do
   local detail = cell.detail or ""
   local word = cell.word or "" %> & <%= cell.claimed %> & \begin{tabular}[t]{@{}l@{}}<%- cell.differs and "\\textbf{" or "" %><%= cell.text %><%- word ~= "" and " " or "" %><%= word %><%- cell.differs and "}" or "" %><% if detail ~= "" then %> \\ {\scriptsize <%= detail %>}<% end %>\end{tabular}<% end %> \\
<% end end %>
\bottomrule
\end{tabular}
