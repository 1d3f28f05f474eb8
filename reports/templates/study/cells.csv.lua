# <%- (include "provenance").line %>
<% local csv, columns = include "csv", {}
   local names = csv.split [[id, model, initial, method, projection, step, precision, status, steps, broke_down_at,
     residual_evaluations, newton_iterations, reason]]
   for _, name in ipairs { "residual_evaluations", "newton_iterations" } do columns[name] = function (cell) return cell.cost[name] end end
   for _, name in ipairs(document.measures) do
     names[#names + 1] = name
     columns[name] = function (cell) return cell.measures[name] end
   end %>
<%- csv.rows(document.cells, names, columns) %>
