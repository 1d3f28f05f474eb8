# <%- (include "provenance").line %>
<% -- What an order or a property rests on beside its points.
   local csv = include "csv"
   local names = csv.split [[fit, bits, reference_error, exact_error, exact_repeated, exact_bits, floor_origin, control,
     positive_control]] %>
<%- csv.rows(document.fits, names, csv.fits) %>
