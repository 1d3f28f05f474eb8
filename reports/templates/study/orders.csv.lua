# <%- (include "provenance").line %>
<% local csv, orders = include "csv", include "orders"
   local names = csv.split [[table, model, initial, precision, measure, family, method, projection, claim, kind, formula, claimed,
     order, low, high, mark, status, points, used, floor, verdict, reason_code, reason, next, source, exact_error, exact_repeated,
     exact_bits, control, positive_control]]
   csv.fits.table = function () return orders.name end %>
<%- csv.rows(orders.fits(), names, csv.fits) %>
