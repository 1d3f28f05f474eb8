<% -- A row for each field of a suite, all blocks below each other.
   local suite = include "suite.words"
   for i, part in ipairs(document.provenance) do %><%- i == 1 and "#" or ";" %> <%- part.label %> <%- ((part.value or ""):gsub("%c", " ")) %><% end %>

kind,model,family,method,projection,verdict,reason,order_double,status_double,order_mpfr,status_mpfr,order_of,symplectic,symmetric,reversible,bilinear,poincare_1,poincare_2,growth,exponent,holds,refuted,inconclusive,vacuous,disagreements
<% local function number(value) return value and ("%.17g"):format(value) or "" end
   for _, block in ipairs(document.blocks) do for _, model in ipairs(block.models) do for k, pair in ipairs(block.pairs) do
     local field = model.fields[k]
     if field then
       local double, mpfr, claims, said = field.orders.double or {}, field.orders.mpfr or {}, field.claims, {}
       for c, conflict in ipairs(field.conflicts) do said[c] = suite.conflict(conflict) end %>
<%= suite.slug(block) %>,<%= model.name %>,<%= pair.family %>,<%= pair.method %>,<%= pair.projection %>,<%= field.verdict %>,<%= field.reason %>,<%- number(double.order) %>,<%= double.status %>,<%- number(mpfr.order) %>,<%= mpfr.status %>,<%= mpfr.measure or double.measure %>,<%= field.symplectic %>,<%= field.symmetric %>,<%= field.reversible %>,<%= field.bilinear %>,<%= field.poincare_1 %>,<%= field.poincare_2 %>,<%= field.growth and field.growth.kind %>,<%- number(field.growth and field.growth.exponent) %>,<%- (claims["holds"] or 0) + (claims["holds to round-off"] or 0) %>,<%- claims["refuted"] or 0 %>,<%- claims["inconclusive"] or 0 %>,<%- claims["vacuous"] or 0 %>,<%= table.concat(said, "; ") %>
<% end end end end %>
