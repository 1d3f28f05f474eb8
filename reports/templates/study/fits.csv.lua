# <%- (include "provenance").line %>
<% local csv = include "csv"
   local names = csv.split [[id, model, initial, method, projection, precision, measure, status, order, low, high, floor, claimed,
     points, used, claim, kind, formula, source, mark, verdict, reason_code, reason, next]] %>
<%- csv.rows(document.fits, names, csv.fits) %>
