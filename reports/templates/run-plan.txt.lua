<% local seconds = document.seconds or 0
   local time = seconds >= 5400 and ("%.3g hours"):format(seconds / 3600) or seconds >= 90 and ("%.3g minutes"):format(seconds / 60) or
     ("%.3g seconds"):format(seconds)
   for _, command in ipairs(document.starts) do %>would start  <%- command %>
<% end
   for _, cell in ipairs(document.cells or {}) do %><%- ("%-90s %10.3g"):format(cell.id, cell.cost) %>
<% end
   if document.known then %><%- ("%d cells to compute, %d in the store; predicted cost %.3g (units of one evaluation in double): about %s of one processor, and what open orders ask for further"):format(#document.cells, document.stored, document.cost, time) %>
<% else %>What methods these have, and so the cells, is known once 'assay run <%- document.study %>' has started them.
<% end %>