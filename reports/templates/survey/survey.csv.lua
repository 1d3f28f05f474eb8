#<% for i, part in ipairs(document.provenance) do %><%- i > 1 and ";" or "" %> <%- part.label %> <%- part.value %><% end %>
id,text,source,condition,measured,verdict,evidence,studies,command,next,part_of
<% local function row(claim, studies, of) %>
<%= claim.id %>,<%= claim.text %>,<%= claim.source %>,<%= claim.condition %>,<%= claim.measured %>,<%= claim.verdict %>,<%= claim.evidence %>,<%= studies %>,<%= claim.command %>,<%= claim.next %>,<%= of %>
<% end
   for _, claim in ipairs(document.claims) do
     row(claim, table.concat(claim.studies, ", "))
     for _, part in ipairs(claim.parts) do row(part, part.study, claim.id) end
   end %>
