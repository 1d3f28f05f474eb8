<% local counts, order, claims = {}, {}, 0
   for _, study in ipairs(document.studies) do
     for _, claim in ipairs(study.claims) do
       if not counts[claim.verdict] then counts[claim.verdict], order[#order + 1] = 0, claim.verdict end
       counts[claim.verdict], claims = counts[claim.verdict] + 1, claims + 1
     end
   end
   for k, verdict in ipairs(order) do order[k] = ("%d %s"):format(counts[verdict], verdict) end
   local said = ("%s: %d studies, %d claims: %s; %d inputs. Repeat it:"):format(document.file, #document.studies, claims,
     table.concat(order, ", "), #document.inputs):gsub("%f[%d]1 studies", "1 study"):gsub("%f[%d]1 claims", "1 claim"):gsub("%f[%d]1 inputs", "1 input")
   for _, line in ipairs(wrap(said)) do %><%- line %>
<% end %>
  assay verify <%- document.file %>
