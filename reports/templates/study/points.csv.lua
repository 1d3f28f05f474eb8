# <%- (include "provenance").line %>
<% local csv = include "csv"
   local names = csv.split [[fit, model, initial, method, projection, precision, measure, step, step_value, error, slope,
     extrapolated, floor, used]] %>
<%- csv.rows(csv.points(document.fits), names) %>
