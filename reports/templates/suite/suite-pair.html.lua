<% -- One pair of a suite on all models.
   local suite = include "suite.words"
   local pair = document.pair
   local verdict
   function verdict(word) local class, sign = suite.look(word) %>
<span class="verdict <%- class %>"><span class="symbol" aria-hidden="true"><%- sign %></span> <%- word %></span><% end
   local orders = suite.by_order(document.models, function (model) return model.name, model.field end)
   local one_order = #orders == 1
   -- "Symplectic on all 8 models." or on which of those that were asked.
   local function said(title, is, asked)
     local names, count = {}, 0
     for _, model in ipairs(document.models) do
       if asked(model.field) then
         count = count + 1
         if is(model.field) then names[#names + 1] = model.name end
       end
     end
     if count == 0 then return end
     local where = #names == 0 and "on no model" or #names == count and #names > 1 and ("on all %d models"):format(count)
       or #names > 8 and ("on %d of %d models"):format(#names, count) or "on " .. suite.list(names) %>
<%- title %> <%= where %>.
<% end
%><!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= suite.pair(pair) %>: <%= document.title %></title>
<style>
<%- style %>
.overview tbody th{font-weight:normal}
.overview thead th{white-space:normal}
p{max-width:64rem}
</style></head><body><main>
<p><a href="../index.html"><%= document.title %></a></p>
<h1><%= pair.method %><%- pair.projection ~= "none" and " with the projection " or "" %><%= pair.projection ~= "none" and pair.projection or "" %></h1>
<p>On <%- suite.plural(#document.models, "model") %>. The order of the solution<%- one_order and " is " or ": " %><% for k, part in ipairs(orders) do %><%- k > 1 and "; " or "" %><%= part.order %><% if not one_order then %> on <%= suite.list(part.names) %><% end end %>.
<% said("Symplectic", function (field) return field.symplectic == "yes" end, function (field) return field.symplectic end)
   said("Symmetric", function (field) return field.symmetric == "yes" end, function (field) return field.symmetric end)
   said("The energy drifts", suite.drifts, function (field) return field.growth end)
   said("Refuted", function (field) return field.verdict == "refuted" end, function () return true end) %>
</p>
<% for _, model in ipairs(document.models) do if model.field.verdict == "refuted" then %>
<p><b>Refuted</b> on <a href="../models/<%- model.slug %>.html#<%- pair.slug %>"><%= model.name %></a>: <%= suite.decided(model.field.decided) %></p>
<% break end end %>
<div class="scroll" tabindex="0" role="region" aria-label="All models"><table class="overview">
<% local fields = {}
   for k, model in ipairs(document.models) do fields[k] = model.field end
   local columns = suite.columns(fields) %>
<thead><tr><th scope="col">model</th><th scope="col">order, double</th><th scope="col">order, MPFR</th><th scope="col">verdict</th><% for _, column in ipairs(columns) do %><th scope="col"><%- column.title %></th><% end %><th scope="col">disagreements</th></tr></thead><tbody>
<% local kind
   for _, model in ipairs(document.models) do local field = model.field
     if suite.kind(model.block) ~= kind then kind = suite.kind(model.block) %>
<tr class="family"><th colspan="<%- 5 + #columns %>" scope="rowgroup"><%- kind %></th></tr>
<% end local class = suite.look(field.verdict) %>
<tr><th scope="row"><a href="../models/<%- model.slug %>.html#<%- pair.slug %>"><%= model.name %></a></th><td><%- suite.order_word(field.orders.double) %></td><td><%- suite.order_word(field.orders.mpfr) %></td><td class="<%- class %>"><% verdict(field.verdict) %><%- field.reason and ": " .. field.reason or "" %></td><% for _, column in ipairs(columns) do %><td><%- column.of(field) or "–" %></td><% end %><td class="text"><% for k, conflict in ipairs(field.conflicts) do %><%- k > 1 and "; " or "" %><%= suite.conflict(conflict) %><% end %></td></tr>
<% end %>
</tbody></table></div>
<p><b>Again:</b> <code><%= document.command %></code></p>
</main></body></html>
