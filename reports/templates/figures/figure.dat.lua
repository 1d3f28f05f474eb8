<% -- The data of a letter of a figure: a block for every curve that is drawn, in the order in which the script reads them.
   local panels, provenance = include "panels", include "provenance"
   local made = panels.of(about.figure)
   local line = function (text) return (text:gsub("%c", " ")) end
   local records = include "records"
   local function exact(value) return panels.is_finite(value) and records.exact(value) or "NaN" end
   -- What the run is, and how it ended; the names of its columns.
   local function head_of_run(panel, curve)
     local run, plane = curve.run, panels.in_plane(panel)
     local last = run["end"] or ""
     local first = line(("# %s %s%s%s"):format(run.run, panel.channel, last ~= "" and ": " or "", last))
     if panels.at_times(panel) then first = first .. (", t = %.6g"):format(run.time) end
     local columns = plane and run.x .. " " .. run.y or panel.look == "maxima" and "time drift" or "time value"
     return first .. "\n# " .. columns .. (panel.look == "maxima" and " maximum maximum" or run.band and " low high" or "")
   end
   local function head_of_fit(panel, curve)
     return line(("# %s %s %s"):format(curve.label, panel.projection, panel.measure)) ..
       ("\n# %s error used"):format(made.work and "evaluations" or "h")
   end
   local function rows(curve)
     local lines = {}
     for i, point in ipairs(curve.point) do
       local row = exact(point.x) .. " " .. exact(point.y)
       if curve.fit then row = row .. (point.used and " 1" or " 0") end
       if curve.run and curve.run.band then row = row .. " " .. exact(point.low) .. " " .. exact(point.high) end
       lines[i] = row
     end
     return table.concat(lines, "\n")
   end %>
# <%- provenance.line %>
<% for _, panel in ipairs(made.panel) do
   for _, curve in ipairs(panel.letter == about.letter and panel.curve or {}) do
     if curve.block then %>
<%- curve.fit and head_of_fit(panel, curve) or head_of_run(panel, curve) %>
<%- rows(curve) %>


<%   end
   end
 end %>
