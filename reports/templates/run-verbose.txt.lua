<% -- Everything of a study: what is open or against a claim, the claims, the counts, and where the files are.
   for _, study in ipairs(document.studies) do
     local all, counts, broken, first = study.document, study.counts, 0, nil
     for _, word in ipairs { "refuted", "inconclusive", "vacuous" } do
       for _, each in ipairs(study.attention) do
         local fit = all.fits[each.fit + 1]
         if fit.verdict == word then %>
<%- ("%-12s"):format(word) %> <%= fit.id %>: <%= fit.reason %>; next: <%= each.next %>
<%     end
       end
     end
     for k, claim in ipairs(all.claims) do local brief = study.briefs[k] %>
claim <%= claim.id %> <%= claim.verdict %>: <%= brief %> (<%= claim.source %>)
<%     if study.in_full then %>
    claimed   <%= claim.text %>
<%       if claim.measured ~= "" and claim.measured ~= brief then %>
    measured  <%= claim.measured %>
<%       end if claim.evidence ~= "" and claim.evidence ~= brief then %>
    evidence  <%= claim.evidence %>
<%       end if claim.condition then %>
    condition <%= claim.condition %>
<%     end end end
     for _, cell in ipairs(all.cells) do
       if cell.status == "broke-down" then first = first or cell end
     end
     local rounded = counts["holds to round-off"]
     local function some(count, words) return count > 0 and (", %d %s"):format(count, words) or "" end %>
<%- all.runs.all %> cells, <%- all.runs.broke_down %> broke down; <%- #all.fits %> fits; their verdicts: <%- counts.holds %> hold<%- some(rounded, "hold to round-off") %>, <%- counts.refuted %> refuted, <%- counts.inconclusive %> inconclusive<%- some(counts.vacuous, "vacuous") %>
<%   local orders = {}
     for _, fit in ipairs(all.fits) do orders[fit.id] = fit end
     for _, fit in ipairs(all.fits) do local lower = fit.contradicted_by and orders[fit.contradicted_by]
       if lower then %>
orders contradict each other: <%= fit.id %> <%- ("%.2f"):format(fit.order) %>, and <%= lower.measure %> <%- ("%.2f"):format(lower.order) %> in the same runs; an error of a function of the state has no lower order than the state
<%   end end
     if first then %>
the first that broke down: <%= first.id %> at step <%- first.broke_down_at %>: <%= first.reason %>
<%   end
     for _, path in ipairs(study.tables) do %>
table  <%= path %>
<%   end
     for _, figure in ipairs(study.figures) do
       if not figure.path then %>
figure <%= figure.name %>: these runs have nothing that it would show
<%     else %>
figure <%= figure.path %><%- figure.path:find("%.gp$") and " (gnuplot draws it)" or "" %>
<%   end end %>
page   <%= study.page %>
<% end %>
