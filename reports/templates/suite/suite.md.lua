<% -- A table for each block of a suite, pairs down and models across.
   local suite = include "suite.words" %>
# <%= document.title %>

Each entry: order of the solution in double | in MPFR, the verdict on all that is claimed of the pair there, and marks.
<% for _, verdict in ipairs { "holds", "holds to round-off", "refuted", "inconclusive", "vacuous" } do local _, sign = suite.look(verdict) %>
<%- sign %> <%- verdict %>,
<% end %>
no sign: no claim; ω symplectic, ↔ symmetric, ↗ drifting, ! two ways to the same answer disagree;
<% for k, sign in ipairs(suite.signs) do %>
<%- sign[1] %> <%- sign[2] %><%- k < #suite.signs and "," or "." %>
<% end for _, block in ipairs(document.blocks) do %>

## <%- suite.kind(block) %>

| method | projection |<% for _, model in ipairs(block.models) do %> <%= model.name %> |<% end %>

| --- | --- |<% for _ in ipairs(block.models) do %> --- |<% end %>

<% for k, pair in ipairs(block.pairs) do %>
| <%= pair.method %> | <%= pair.projection %> |<% for _, model in ipairs(block.models) do local field = model.fields[k]
     if field then local _, sign = suite.look(field.verdict) %> <%= suite.orders(field) %> <%- sign %><%- suite.marked(field) %> |<% else %>  |<% end end %>

<% end end %>

<% for i, part in ipairs(document.provenance) do %><%- i > 1 and ";" or "" %> <%- part.label %> <%- part.value %><% end %>
