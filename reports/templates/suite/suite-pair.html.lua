<% -- One pair of a suite on all models.
   local suite = include "suite.words"
   local pair = document.pair
   local verdict
   function verdict(word) local class, sign = suite.look(word) %>
<span class="verdict <%- class %>"><span class="symbol" aria-hidden="true"><%- sign %></span> <%- word %></span><% end
%><!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= suite.pair(pair) %>: <%= document.title %></title>
<style>
<%- style %>
.overview tbody th{font-weight:normal}
</style></head><body><main>
<p><a href="../index.html"><%= document.title %></a></p>
<h1><%= pair.method %><%- pair.projection ~= "none" and " with the projection " or "" %><%= pair.projection ~= "none" and pair.projection or "" %></h1>
<p>On <%- suite.plural(#document.models, "model") %>.</p>
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
