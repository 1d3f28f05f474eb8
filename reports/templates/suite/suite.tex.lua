<% -- A table for each block of a suite, pairs down and models across; over pages where it is long.
   local suite = include "suite.words"
   local signs = { ["✓"] = "\\checkmark", ["≈"] = "$\\approx$", ["✗"] = "$\\times$", ["?"] = "?", ["∅"] = "$\\varnothing$",
     ["ω"] = "$\\omega$", ["↔"] = "$\\leftrightarrow$", ["↗"] = "$\\nearrow$", ["!"] = "!", ["…"] = "\\dots", ["–"] = "--",
     ["·"] = "$\\cdot$", ["~"] = "$\\sim$", ["×"] = "$\\dagger$" }
   local function typeset(text)
     return (text:gsub("[%z\1-\127\194-\244][\128-\191]*", function (character)
       return signs[character] or character == "|" and "\\,$|$\\," or nil
     end))
   end
   local function kept(text) return ((text or ""):gsub("%c", " ")) end
   local parts = {}
   for i, part in ipairs(document.provenance) do parts[i] = part.label .. " " .. (part.value or "") end %>
% <%- kept(table.concat(parts, "; ")) %>
% <%- kept(document.title) %>
% Needs \usepackage{booktabs,longtable,graphicx,amssymb}; the widest tables a page in landscape.
<% for _, block in ipairs(document.blocks) do local models = block.models %>
\begingroup\footnotesize\setlength{\tabcolsep}{2.5pt}
\begin{longtable}{ll<%- ("c"):rep(#models) %>}
\caption{<%= suite.kind(block) %>: order in double $|$ in MPFR, verdict, marks (\checkmark\ holds, $\times$ refuted, ? inconclusive, $\varnothing$ vacuous; $\omega$ symplectic, $\leftrightarrow$ symmetric, $\nearrow$ drifting, ! disagreement; $\sim$ not settled, -- too few steps, $\dagger$ broke down)}\\
\toprule
method & projection<% for _, model in ipairs(models) do %> & \rotatebox{90}{<%= model.name %>}<% end %> \\
\midrule
\endhead
\bottomrule
\endfoot
<% local family
   for k, pair in ipairs(block.pairs) do if family and pair.family ~= family then %>
\addlinespace
<% end family = pair.family %>
<%= pair.method %> & <%= pair.projection %><% for _, model in ipairs(models) do local field = model.fields[k] %> & <% if field then local _, sign = suite.look(field.verdict) %><%- typeset(suite.orders(field) .. " " .. sign .. suite.marked(field)) %><% end end %> \\
<% end %>
\end{longtable}
\endgroup

<% end %>
