# <%- (include "provenance").line %>
<% -- The fits that figures draw against evaluations.
   local csv, drawn, fits = include "csv", {}, {}
   local names = csv.split "model, initial, method, projection, precision, measure, step, evaluations, error, floor, used"
   for _, number in ipairs(about) do fits[#fits + 1] = document.fits[number + 1] or document.beside[number + 1 - #document.fits] end %>
<%- csv.rows(csv.points(fits), names) %>
