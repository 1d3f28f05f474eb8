%<% for i, part in ipairs(document.provenance) do %><%- i > 1 and ";" or "" %> <%- part.label %> <%- part.value %><% end %>
% needs \usepackage{longtable,array}
\begin{longtable}{l>{\raggedright}p{.27\textwidth}>{\raggedright}p{.14\textwidth}>{\raggedright}p{.1\textwidth}>{\raggedright}p{.13\textwidth}l>{\raggedright\arraybackslash}p{.2\textwidth}}
\hline
id & text & source & condition & measured & verdict & evidence \\
\hline
\endhead
<% for _, claim in ipairs(document.claims) do %>
<%= claim.id %> & <%= claim.text %> & <%= claim.source %> & <%= claim.condition %> & <%= claim.measured %> & <%= claim.verdict %> & <%= claim.evidence %> \\
<% end %>
\hline
\end{longtable}
