<% local csv = include "csv"
   local names = csv.split [[id, model, initial, method, projection, precision, measure, status, order, low, high, floor, claimed,
     points, used, claim, kind, formula, source, mark, verdict, reason_code, reason, next]]
   local more = about and not about.first -- further rows of a file
   local rows = csv.rows(document.fits, names, csv.fits, more)
   if not more then %>
# <%- (include "provenance").line %>
<% end if rows ~= "" then %>
<%- rows %>
<% end %>
