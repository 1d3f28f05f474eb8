<% -- What an order or a property rests on beside its points.
   local csv = include "csv"
   local names = csv.split [[fit, bits, reference_error, exact_error, exact_repeated, exact_bits, floor_origin, control,
     positive_control]]
   local more = about and not about.first -- further rows of a file
   local rows = csv.rows(document.fits, names, csv.fits, more)
   if not more then %>
# <%- (include "provenance").line %>
<% end if rows ~= "" then %>
<%- rows %>
<% end %>
