<% -- The gnuplot script that draws NAME.svg, NAME.png and, where gnuplot can, NAME.pdf of the panels of a letter, or of all
   -- letters, that have data, from their data files.  Sizes are pixels of the SVG picture, origin at the upper left.
   --
   -- Errors: plots of one letter stand side by side and share the error axis, so that measures can be compared; full markers are
   -- points of the fit, small open ones are not; below the most accurate method of every order p runs a thin grey line c h^p,
   -- with p in the right margin; one legend serves all.
   --
   -- Histories: each panel has its title, its plot and its legend, one below the other.  Curves carry a few markers, at places
   -- that differ from curve to curve, so that colour alone tells nothing.  A run that broke down ends in a cross.
   local panels, axes, provenance = include "panels", include "axes", include "provenance"
   local made = panels.of(about.figure)
   local WIDTH, LEFT, PANEL_LEFT, PANEL_FOOT = 760, 56, 58, 34
   local PNG, DENSITY = 3, 108 -- the PNG picture is so many times as large; so many pixels to the inch of PDF, as wide as A4
   local MARKERS = 8           -- about so many on the curve of a run
   local LINE, FOOT, TITLE, SLOT, SLOTS, SAMPLE, RUN_LINE, RUN_FOOT = 19, 34, 108, 38, 6, 24, 12, 4
   local CHARACTER = 4.7       -- pixels of a character of a run: widths of text are estimated
   local name = panels.file(made, about.letter)

   -- ---- legends ----

   -- Families stand in one or two columns, their members in the column of their number of stages, or one after the other where a
   -- family has more stages than there is room for.
   local family_columns = #made.family > 4 and 2 or 1
   local family_lines = (#made.family + family_columns - 1) // family_columns
   local methods_height = LINE * family_lines + FOOT
   local function each_family(visit)
     for f, family in ipairs(made.family) do
       visit(family, LEFT + (WIDTH - LEFT) / family_columns * ((f - 1) // family_lines), LINE * ((f - 1) % family_lines + 0.5))
     end
   end
   local function each_method(family, x, visit)
     local most = 0
     for _, method in ipairs(family.method) do most = math.max(most, method.stage) end
     for m, method in ipairs(family.method) do visit(method, x + TITLE + SLOT * (most <= SLOTS and method.stage - 1 or m - 1)) end
   end

   -- Runs stand in as many columns as their names leave room for, with how they ended.  One whose points are all zero has no place on a
   -- logarithmic axis.
   local function name_of_run(panel, curve)
     local last = curve.run["end"] or ""
     return curve.label .. (last ~= "" and ": " or "") .. last ..
       (panel.look == "magnitude" and curve.run.zero and ": zero throughout" or "")
   end
   local function run_columns(panel, breadth)
     local longest = 1
     for _, curve in ipairs(panel.curve) do longest = math.max(longest, #name_of_run(panel, curve)) end
     return math.floor(math.max(1, breadth / (SAMPLE + 14 + CHARACTER * longest)))
   end
   local function run_lines(panel, breadth)
     local columns = run_columns(panel, breadth)
     return (#panel.curve + columns - 1) // columns
   end
   local function runs_height(panel, breadth) return RUN_LINE * run_lines(panel, breadth) + RUN_FOOT end
   local function each_run(panel, breadth, visit)
     local lines, column = run_lines(panel, breadth), breadth / run_columns(panel, breadth)
     for c, curve in ipairs(panel.curve) do visit(curve, column * ((c - 1) // lines), RUN_LINE * ((c - 1) % lines + 0.5)) end
   end

   -- ---- layout ----

   local plots, height = {}, 0
   for _, panel in ipairs(made.panel) do
     local shown
     if made.errors then shown = panels.has_data(made, panel.letter) else shown = panels.shows(panel) end
     if shown and (panel.letter == about.letter or about.letter == made.letters) then plots[#plots + 1] = { panel = panel } end
   end
   -- A row for each letter, its measures side by side; high where there is one letter alone.
   local function lay_out_errors()
     local gap, right, head, foot, columns = 30, 26, 40, 40, 0
     for _, panel in ipairs(made.panel) do columns = columns + (panel.letter == 0 and 1 or 0) end
     local high = #plots == columns and 250 or 160
     local breadth = (WIDTH - LEFT - right - gap * (columns - 1)) / columns
     for i, plot in ipairs(plots) do
       local column, row = (i - 1) % columns, (i - 1) // columns
       plot.x, plot.y, plot.breadth, plot.height = LEFT + column * (breadth + gap), head + row * (head + high), breadth, high
       plot.opens, plot.leftmost, plot.lowest = column == 0, column == 0, i + columns > #plots
     end
     height = (head + high) * (#plots // columns) + foot
   end
   -- As many columns as titles leave room for, three at most; four panels stand two by two.
   local function count_columns()
     local columns, longest = #plots == 4 and 2 or #plots < 3 and #plots or 3, 0
     for _, plot in ipairs(plots) do longest = math.max(longest, 6 * #(plot.panel.title or "") + 40) end
     while columns > 1 and longest > WIDTH / columns do columns = columns - 1 end
     return columns
   end
   -- Row by row; the legends of a row have the room of the largest.
   local function lay_out_histories()
     local left, right, head, foot, columns = PANEL_LEFT, 16, 26, PANEL_FOOT, count_columns()
     local breadth, legend = WIDTH / columns, 0
     local high = columns == 1 and 250 or 150
     for _, plot in ipairs(plots) do
       if panels.in_plane(plot.panel) then high = math.min(breadth - left - right, 420) end
     end
     height = 4
     for i, plot in ipairs(plots) do
       local column = (i - 1) % columns
       plot.x, plot.y, plot.height, plot.legend = breadth * column + left, height + head, high, breadth - 16
       plot.breadth = panels.in_plane(plot.panel) and not plot.panel.free and high or breadth - left - right
       plot.opens, plot.leftmost, plot.lowest = true, true, true
       legend = math.max(column > 0 and legend or 0, runs_height(plot.panel, plot.legend))
       if column == columns - 1 or i == #plots then height = height + head + high + foot + legend + 8 end
     end
   end
   if made.errors then lay_out_errors() else lay_out_histories() end
   local whole = height + (made.errors and methods_height or 0)

   -- ---- axes ----

   -- Without what is markup to gnuplot, with the power of ten in units of which the numbers of the axis are; in two lines where it
   -- is longer than `room` pixels.
   local function axis_text(text, power, room)
     local middle, fold = #text // 2 + 1, nil
     if 4.9 * (#text + (power ~= 0 and 6 or 0)) > room then
       fold = text:find(" ", middle, true)
       for at in text:gmatch("() ") do
         if at >= middle then break end
         if not (fold and fold - middle < middle - at) then fold = at end
       end
     end
     local lines = fold and { text:sub(1, fold - 1), text:sub(fold + 1) } or { text }
     for i, line in ipairs(lines) do lines[i] = line:gsub("[%c'\"`_^{}@&~\\]", " ") end
     if lines[1] == "" then table.remove(lines, 1) end
     return '"' .. table.concat(lines, "\\n") .. (power ~= 0 and (" / 10^{%d}"):format(power) or "") .. '"'
   end
   local before = { magnitude = "largest ", means = "mean ", maxima = "drift of largest " }
   -- Step sizes as given, those of the fit that has most of them, about four of them with a label.
   local function step_tics(lowest)
     local most
     for _, panel in ipairs(made.panel) do
       for _, curve in ipairs(panel.curve) do
         if not most or #curve.fit.errors > #most.errors then most = curve.fit end
       end
     end
     if not most or #most.errors == 0 then return nil end
     local tics, stride = {}, (#most.errors + 3) // 4
     for n, step in ipairs(most.step_sizes) do
       tics[n] = ("%s %.17g"):format(escape(lowest and (n - 1) % stride == 0 and step or ""), most.step_values[n])
     end
     return table.concat(tics, ", ")
   end

   -- ---- curves ----

   -- Columns of the data in units of the axes: using ($1):($2*1e-3).
   local function using(curve, at, columns)
     local parts = {}
     for i = 1, #columns do
       local power = i == 1 and at.x.power or at.y.power
       parts[i] = "($" .. columns:sub(i, i) .. (power ~= 0 and ("*1e%d"):format(-power) or "") .. ")"
     end
     return (", \\\n     data index %d using "):format(curve.block) .. table.concat(parts, ":")
   end
   -- The title is that of the element in SVG.
   local function line_of(curve, width)
     return (" with lines dashtype %s linewidth %g linecolor rgb '%s' title "):format(curve.style.dashes, width, curve.style.color) ..
       escape(curve.label)
   end
   local function points_of(style, type, size)
     return (" with points pointtype %d pointsize %.2f linecolor rgb '%s' notitle"):format(type, size, style.color)
   end
   -- A line, with a marker at every point; the leading term of its expansion is dotted.
   local function draw_errors(curve, at)
     local style, has = curve.style, {}
     for _, point in ipairs(curve.point) do has[point.used] = has[point.used] or point.y > 0 end
     local parts = { using(curve, at, "12"), line_of(curve, 1) }
     for used = 0, 1 do
       if has[used == 1] then
         parts[#parts + 1] = (", '' index %d using 1:($3 == %d ? $2 : NaN)"):format(curve.block, used) ..
           points_of(style, used == 1 and style.full or style.open, style.size * (used == 1 and 1 or 0.6))
       end
     end
     local expansion = not made.work and curve.fit.expansion
     if expansion and expansion.predicted and expansion.predicted > 0 then
       parts[#parts + 1] = (", \\\n     %.6g*x**%d with lines dashtype 3 linewidth 0.6 linecolor rgb '%s' notitle"):format(
         expansion.predicted, expansion.order_at_data, style.color)
     end
     return table.concat(parts)
   end
   -- Lines with a few markers, thin where there are many; of an orbit in points, all of them as dots.
   local function draw_run(panel, place, at)
     local curve = panel.curve[place]
     local style, parts = curve.style, { using(curve, at, "12") }
     if panel.look == "points" then
       parts[2] = points_of(style, style.full, style.size * (#curve.point > 100 and 0.6 or 0.9))
     else
       local stride = math.max(#curve.point // MARKERS, 1)
       parts[2] = line_of(curve, panels.at_times(panel) and 0.6 or 1) .. using(curve, at, "12") ..
         (" every %d::%d"):format(stride, stride * ((place - 1) % 5) // 5) .. points_of(style, style.full, style.size)
     end
     local x, y = axes.last(panel, curve, at)
     if x then
       parts[3] = (", \\\n     data index %d every ::0::0 using (%.9g):(%.9g) with points pointtype 2 pointsize 1 linewidth 2 linecolor rgb '%s' notitle")
         :format(curve.block, x, y, style.color)
     end
     return table.concat(parts)
   end
   local function draw_bands(panel, at)
     local parts = {}
     for _, curve in ipairs(panel.look == "signed" and panel.curve or {}) do
       if curve.run.band and curve.block then
         parts[#parts + 1] = using(curve, at, "134") ..
           (" with filledcurves fillstyle transparent solid 0.22 noborder fillcolor rgb '%s' notitle"):format(curve.style.color)
       end
     end
     return table.concat(parts)
   end
   -- Methods that are missing among the errors, counted.
   local function absent(panel)
     local parts = {}
     for _, reason in ipairs { "exact", "broke-down", "not-applicable" } do
       local count = 0
       for _, curve in ipairs(panel.curve) do
         if curve.fit.status == reason and not curve.block then count = count + 1 end
       end
       if count > 0 then parts[#parts + 1] = ("%d %s"):format(count, (reason:gsub("-", " "))) end
     end
     return #parts > 0 and table.concat(parts, ", ") or nil
   end
   -- Against work the study's own methods come first and are drawn last, over those that stand beside them.
   local function draw_curves(panel, at)
     local parts = { draw_bands(panel, at) }
     for k = 1, #panel.curve do
       local c = made.work and #panel.curve + 1 - k or k
       if panel.curve[c].block then
         parts[#parts + 1] = made.errors and draw_errors(panel.curve[c], at) or draw_run(panel, c, at)
       end
     end
     return table.concat(parts)
   end

   -- ---- parts of the text ----

   local function write_place(x, y, breadth, high) %>
set lmargin at screen <%- ("%.5f"):format(x / WIDTH) %>
set rmargin at screen <%- ("%.5f"):format((x + breadth) / WIDTH) %>
set tmargin at screen <%- ("%.5f"):format(1 - y / whole) %>
set bmargin at screen <%- ("%.5f"):format(1 - (y + high) / whole) %>
<% end
   local function write_label(text, x, y, look) %>
set label <%= text %> at <%- ("%.1f,%.1f"):format(x, y) %> left noenhanced font <%- look %>
<% end
   -- A line with its marker, and the text behind it.  The line is a plotted function: among arrows of one colour the SVG terminal
   -- keeps the dashes of the first.
   local function write_sample(style, text, x, y) %>
set label '' at <%- ("%.1f,%.1f"):format(x + SAMPLE / 2, y) %> point pointtype <%- style.full %> pointsize <%- ("%.2f"):format(style.size) %> linecolor rgb '<%- style.color %>' front
<%   write_label(text, x + SAMPLE + 3, y, "',7.5'")
   end
   local function sample_line(style, x, y)
     return (", \\\n     [%.1f:%.1f] %.1f with lines dashtype %s linewidth 1 linecolor rgb '%s' notitle"):format(x, x + SAMPLE, y, style.dashes, style.color)
   end
   local function open_legend(x, y, breadth, high) %>

set title ''
set xlabel ''
unset border
unset xtics
unset ytics
unset logscale
<%   write_place(x, y, breadth, high) %>
set xrange [0:<%- ("%.1f"):format(breadth) %>]
set yrange [<%- ("%.1f"):format(high) %>:0]
set samples 2
<% end
   local function close_legend(samples) %>
plot sample [0:1] NaN notitle<%- table.concat(samples) %>
unset label
<% end
   -- With how to read the picture, and what of several initial data it shows.
   local function write_methods(top)
     local samples, initial = {}, made.figure.initial
     open_legend(0, top, WIDTH, methods_height)
     each_family(function (family, x, y)
       write_label(family.title, x, y, "',8.5'")
       each_method(family, x, function (method, x_method) write_sample(method.curve.style, method.name, x_method, y) end)
     end)
     write_label("numbers after the samples: stages; full markers: points of the fit, small open markers: " ..
       (made.work and "not, such as those at the floor" or "not; grey: slopes of the orders printed at the right; dotted: first term of the expansion") ..
       (initial and "; initial data: " .. initial or ""), LEFT, methods_height - FOOT / 2, "',7' textcolor rgb '#555555'")
     each_family(function (family, x, y)
       each_method(family, x, function (method, x_method) samples[#samples + 1] = sample_line(method.curve.style, x_method, y) end)
     end)
     close_legend(samples)
   end
   -- A run that kept nothing has no sample, points of an orbit have no line.
   local function write_runs(panel, left, top, breadth)
     local samples = {}
     open_legend(left, top, breadth, runs_height(panel, breadth))
     each_run(panel, breadth, function (curve, x, y)
       local text = name_of_run(panel, curve)
       if not curve.run.kept then
         write_label(text, x + SAMPLE + 3, y, "',7.5' textcolor rgb '#555555'")
         return
       end
       write_sample(curve.style, text, x, y)
       if panel.look ~= "points" then samples[#samples + 1] = sample_line(curve.style, x, y) end
     end)
     close_legend(samples)
   end

   local function write_heading(plot)
     local panel = plot.panel
     local text = panels.mark(made, panel.letter) ..
       (made.errors and (panel.projection == "none" and "no" or panel.projection) .. " projection" or panel.title or "") %>
set label <%= text %> at screen <%- ("%.5f,%.5f"):format((plot.x - (made.errors and 0 or PANEL_LEFT - 8)) / WIDTH, 1 - (plot.y - (made.errors and 28 or 12)) / whole) %> left noenhanced font ',<%- made.errors and 10 or 9 %>'
<% end
   -- A range with 0 may not be logarithmic.  With at most about eight tics.
   local function write_values(plot, at)
     if at.logarithmic then
       local step = math.max(1, axes.tics(at.y, 8)) %>
set yrange [1e<%- ("%.0f:1e%.0f"):format(at.y.low, at.y.high) %>]
unset mytics
set ytics <%- ("1e%.0f,1e%.0f,1e%.0f"):format(math.ceil(at.y.low / step) * step, step, at.y.high) %> scale 0.5 offset 0.5,0
set format y '<%- plot.leftmost and "10^{%T}" or "" %>'
set logscale y
<%   else %>
set yrange [<%- ("%.9g:%.9g"):format(at.y.low, at.y.high) %>]
set format y '%g'
set ytics <%- ("%.9g"):format(axes.tics(at.y, math.max(2, math.min(8, plot.height / 20)))) %> scale 0.5 offset 0.5,0
<%   end
   end
   local function write_steps(plot) %>
set logscale x
set xlabel '<%- not plot.lowest and "" or made.work and "evaluations of the right-hand side" or "step size {/:Italic h}" %>' offset 0,0.8
<%   if made.work then %>
set format x '%g'
set xtics autofreq scale 0.5 offset 0,0.3
<%   else
       local tics = step_tics(plot.lowest)
       if tics then %>
set xtics (<%- tics %>) noenhanced scale 0.5 offset 0,0.3
<%     end
     end
   end
   -- The y axis is named where the widths of its numbers do not matter.
   local function write_names(plot, at)
     local panel, plane = plot.panel, panels.in_plane(plot.panel)
     local pair = plane and #panel.axes == 2
     local x = not plane and "time" or pair and panel.axes[1] or ""
     local y = not plane and (before[panel.look] or "") .. panel.words or pair and panel.axes[2] or "" %>
set format x '%g'
set xtics <%- ("%.9g"):format(axes.tics(at.x, math.max(2, math.min(8, plot.breadth / (plane and 35 or 50))))) %> scale 0.5 offset 0,0.3 font ',7'
set ytics font ',7'
set xlabel <%- axis_text(x, at.x.power, plot.breadth) %> font ',7.5' offset 0,0.9
set label <%- axis_text(y, at.y.power, plot.height) %> at screen <%- ("%.5f,%.5f"):format((plot.x - PANEL_LEFT + 12) / WIDTH, 1 - (plot.y + plot.height / 2) / whole) %> center rotate by 90 font ',7.5'
<% end
   local function write_plot(plot)
     local panel = plot.panel
     local at = axes.of(made, panel, plot.breadth / plot.height)
     local guides = made.errors and not made.work and axes.guides(panel, at, plot.height) or {}
     local missing = made.errors and absent(panel) %>

data = <%= panels.file(made, panel.letter) .. ".dat" %>
set samples 200
set title <%= panel.measure and document.words[panel.measure] or "" %> noenhanced offset 0,-0.6
<%   if plot.opens then write_heading(plot) end
     write_place(plot.x, plot.y, plot.breadth, plot.height) %>
unset logscale
set border 31 linewidth 0.7 linecolor rgb '#404040'
set xrange [<%- ("%.17g:%.17g"):format(at.x.low, at.x.high) %>]
<%   write_values(plot, at)
     if made.errors then write_steps(plot) else write_names(plot, at) end
     if missing then %>
set label 'not drawn: <%- missing %>' at graph 0.97,0.04 right font ',7' textcolor rgb '#555555'
<%   end
     for _, guide in ipairs(guides) do %>
set label '<%- guide.order %>' at graph 1.02,first <%- ("%.6e"):format(10.0 ^ guide.label) %> left font ',7' textcolor rgb '#555555'
<%   end %>
plot NaN notitle<% for _, guide in ipairs(guides) do %>, \
     10**(<%- ("%.6f + %d"):format(guide.intercept, guide.order) %>*log10(x)) with lines linewidth 0.6 linecolor rgb '#b8b8b8' title 'slope <%- guide.order %>'<% end %><%- draw_curves(panel, at) %>
unset label
<%   if plot.legend then write_runs(panel, plot.x - PANEL_LEFT + 12, plot.y + plot.height + PANEL_FOOT, plot.legend) end
   end %>
# <%- provenance.line %>
# gnuplot <%- name %>.gp draws <%- name %>.svg, <%- name %>.png and <%- name %>.pdf.
set encoding utf8
kinds = 'svg png'
if (strstrt(GPVAL_TERMINALS, 'pdfcairo') > 0) { kinds = kinds.' pdf' }
do for [kind in kinds] {
if (kind eq 'svg') { set terminal svg size <%- ("%.0f,%.0f"):format(WIDTH, whole) %> font 'DejaVu Sans,8' background rgb 'white' }
if (kind eq 'png') { set terminal pngcairo size <%- ("%.0f,%.0f"):format(PNG * WIDTH, PNG * whole) %> font 'DejaVu Sans,8' fontscale <%- ("%.1f"):format(0.8 * PNG) %> linewidth <%- PNG %> pointscale <%- PNG %> background rgb 'white' }
if (kind eq 'pdf') { set terminal pdfcairo size <%- ("%.3fin,%.3fin"):format(WIDTH / DENSITY, whole / DENSITY) %> font 'DejaVu Sans,8' fontscale 0.5 linewidth 1.33 pointscale 0.67 background rgb 'white' }
set output <%= name %>.'.'.kind
unset key
set multiplot
<% for _, plot in ipairs(plots) do write_plot(plot) end
 if made.errors then write_methods(height) end %>
unset multiplot
unset output
set border
reset
unset key
}
