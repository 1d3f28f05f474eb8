<% for _, list in ipairs { document.differences, document.unfinished } do for _, check in ipairs(list) do
   local different = check.state == "different" %>
<%- different and "differs     " or "incomplete  " %><%= check.id %><% if check.of_value then %>: <%- check.evidence %>
<% else
   if different then %>: expected <%- check.expected %>, found <%- check.verdict %><% end %>
            <%= check.evidence %>
<% if check.next then %>
            next: <%= check.next %>
<% end if check.command then %>
            <%= check.command %>
<% end end end end %>
<%- document.as_expected %> as expected, <%- document.different %> different, <%- document.incomplete %> incomplete
