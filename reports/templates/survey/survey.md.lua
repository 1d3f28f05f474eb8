# <%= document.title %>

<%- document.sentence %>.

| id | text | source | condition | measured | verdict | evidence |
| --- | --- | --- | --- | --- | --- | --- |
<% for _, claim in ipairs(document.claims) do %>
| <%= claim.id %> | <%= claim.text %> | <%= claim.source %> | <%= claim.condition %> | <%= claim.measured %> | <%= claim.verdict %> | <%= claim.evidence %> |
<% end %>

<% for i, part in ipairs(document.provenance) do %><%- i > 1 and ";" or "" %> <%- part.label %> <%- part.value %><% end %>
