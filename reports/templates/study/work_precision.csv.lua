# <%- (include "provenance").line %>
<% -- The fits that figures draw against evaluations.
   local csv, numbers, drawn, fits = include "csv", {}, {}, {}
   local names = csv.split "model, initial, method, projection, precision, measure, step, evaluations, error, floor, used"
   for _, figure in ipairs(document.figures) do
     for _, panel in ipairs(figure.kind == "work" and figure.panels or {}) do
       for _, number in ipairs(panel.fits) do
         if not drawn[number] then drawn[number], numbers[#numbers + 1] = true, number end
       end
     end
   end
   table.sort(numbers)
   for _, number in ipairs(numbers) do fits[#fits + 1] = document.fits[number + 1] or document.beside[number + 1 - #document.fits] end %>
<%- csv.rows(csv.points(fits), names) %>
