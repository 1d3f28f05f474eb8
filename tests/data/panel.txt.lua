<% -- The axes of a panel, then for each curve how it looks, and where the cross of its end is.
   local panels, axes = include "panels", include "axes"
   local made = panels.of(about.figure)
   local panel = made.panel[about.panel]
   local at = axes.of(made, panel, about.aspect) %>
<%- ("%d %.17g %.17g %d %.17g %.17g %d"):format(at.logarithmic and 1 or 0, at.x.low, at.x.high, at.x.power, at.y.low, at.y.high, at.y.power) %>
<% for _, curve in ipairs(panel.curve) do
     local x, y = axes.last(panel, curve, at) %>
<%- ("%s %s %d"):format(curve.style.color, curve.style.dashes, curve.style.full) %><%- x and (" at %.17g %.17g"):format(x, y) or "" %>
<% end %>
