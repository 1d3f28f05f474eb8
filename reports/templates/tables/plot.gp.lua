<% local records, plot = include "records", include "plot.series" (document)
   local colors = { "#0072B2", "#D55E00", "#009E73", "#000000", "#CC79A7", "#56B4E9", "#E69F00", "#7F7F7F" }
   local marks = { 7, 5, 9, 13, 11, 6, 4, 8 }
   -- Sizes in pixels: panels side by side, the names of the curves below.
   local columns = #plot.panel == 4 and 2 or math.min(3, #plot.panel)
   local rows = math.ceil(#plot.panel / columns)
   local wide, high = columns == 1 and 480 or 320, columns == 1 and 300 or 250
   local left, right, top, foot = 74, 14, 34, 44
   local longest = 0
   for _, name in ipairs(plot.name) do longest = math.max(longest, #name) end
   local width = columns * wide
   local beside = math.max(1, math.min(#plot.name, (width - 20) // (longest * 6 + 58)))
   local named = #plot.name > 1 or plot.name[1] ~= ""
   local legend = named and math.ceil(#plot.name / beside) * 18 + 10 or 0
   local height = rows * high + legend
   local terminals = {
     svg = "set terminal svg size %d,%d font 'DejaVu Sans,10' background rgb 'white'",
     png = "set terminal pngcairo size %d,%d font 'DejaVu Sans,8' fontscale 2 linewidth 2 pointscale 2 background rgb 'white'",
     pdf = "set terminal pdfcairo size %.3fin,%.3fin font 'DejaVu Sans,8' background rgb 'white'",
   }
   local scale = { svg = 1, png = 2, pdf = 1 / 90 }
   local format = document.request.format
   local function screen(x, y) return ("%.5f"):format(x / width), ("%.5f"):format(1 - y / height) end
   local function axis(letter, of)
     local range = ("set %srange [%.6g:%.6g]"):format(letter, of.low, of.high)
     return of.log and ("set logscale %s; set format %s '10^{%%T}'; %s"):format(letter, letter, range) or ("set format %s '%%g'; %s"):format(letter, range)
   end
   local function look(number)
     local k = (number - 1) % 8 + 1
     return ("linecolor rgb '%s' pointtype %d pointsize 0.7 linewidth 1.3 dashtype %d"):format(colors[k], marks[k], (number - 1) // 8 % 5 + 1)
   end %>
# <%- ((plot.title or ""):gsub("%c", " ")) %>
# assay <%- document.assay.version %>, numerics <%- document.assay.numerics_version %>, study <%- document.study %>
<% for _, of in ipairs { plot.x, plot.y } do if of.left_out > 0 then %>
# Not positive, and left out of a logarithmic axis: <%- of.left_out %> values of <%- of.label %>
<% end end if not scale[format] then %>
# Draw this file, plot.gp: gnuplot -e "set terminal pdfcairo; set output 'plot.pdf'" plot.gp
<% else %>
<%- terminals[format]:format(width * scale[format], height * scale[format]) %>
set output <%= "plot." .. format %>
<% end %>
set encoding utf8
<% for p, panel in ipairs(plot.panel) do for c, curve in ipairs(panel.curve) do %>
$curve_<%- p %>_<%- c %> << END
<% for _, point in ipairs(curve.point) do %>
<%- records.exact(point.x) %> <%- records.exact(point.y) %>
<% end %>
END
<% end end %>
set multiplot
unset key
set title noenhanced
set xlabel noenhanced
set ylabel noenhanced
set grid linecolor rgb '#E0E0E0' linetype 1 linewidth 0.5
set border 3
set tics nomirror
<%- axis("x", plot.x) %>
<%- axis("y", plot.y) %>
<% for p, panel in ipairs(plot.panel) do
   local column, row = (p - 1) % columns, (p - 1) // columns
   local x0, y0 = screen(column * wide + left, row * high + top)
   local x1, y1 = screen((column + 1) * wide - right, (row + 1) * high - foot) %>
set lmargin at screen <%- x0 %>; set rmargin at screen <%- x1 %>; set tmargin at screen <%- y0 %>; set bmargin at screen <%- y1 %>
set title <%= panel.title %>
set xlabel <%= plot.x.label %>
set ylabel <%= column == 0 and plot.y.label or "" %>
plot <% for c, curve in ipairs(panel.curve) do %><%- c > 1 and ", \\\n     " or "" %><%- ("$curve_%d_%d using 1:2 with linespoints %s"):format(p, c, look(curve.number)) %><% end %>
<% end if named then %>
unset border; unset tics; unset grid; unset logscale; unset title; unset xlabel; unset ylabel
set lmargin at screen 0.01; set rmargin at screen 0.99; set tmargin at screen <%- ("%.5f"):format(legend / height) %>; set bmargin at screen 0
set key at graph 0.5, graph 0.5 center center horizontal maxcols <%- beside %> samplen 2.5 Left reverse noenhanced
plot [0:1] [0:1] <% for number, name in ipairs(plot.name) do %><%- number > 1 and ", \\\n     " or "" %>NaN with linespoints <%- look(number) %> title <%= name %><% end %>
<% end %>
unset multiplot
