<% -- The matrix of a suite as a picture for gnuplot, for a sheet of A3 or for the width of two columns: document.sheet.
   -- Lengths are in millimetres; blocks stand side by side where they have room.
   local suite = include "suite.words"
   local sheets = { a3 = { width = 400, height = 277, name = 30, most = 7 }, columns = { width = 178, height = 235, name = 20, most = 4.5 } }
   local sheet = sheets[document.sheet]
   local colors = { holds = "#BFE3D7", refuted = "#D55E00", inconclusive = "#F6CE7B", vacuous = "#E7C4D8", quiet = "#F4F4F4" }
   local order = { "holds", "vacuous", "inconclusive", "refuted", "quiet" }
   -- Names of columns that stand upright: of a method, or of a projection below the name of its method.
   local function upright(block, part)
     local names, longest, two = {}, 1, false
     for _, span in ipairs(suite.spans(block, part, "method")) do
       for _, k in ipairs(part) do
         local pair = block.pairs[k]
         if pair.method == span.value then
           names[#names + 1] = span.count > 1 and pair.projection or suite.pair(pair)
           longest, two = math.max(longest, #names[#names]), two or span.count > 1
         end
       end
     end
     return names, longest, two
   end
   -- Parts of blocks on shelves, of cells so wide: the parts with their places, and the height of all.
   local function place(cell)
     local placed, x, y, shelf, tall = {}, 0, 0, 0, cell * 0.62
     for _, block in ipairs(document.blocks) do
       for p, part in ipairs(suite.parts(block, (sheet.width - sheet.name) // cell)) do
         local names, longest, two = upright(block, part)
         local width = sheet.name + #part * cell + 2
         local head = 4 + (two and cell * 0.6 or 0) + longest * cell * 0.29
         local height = head + #block.models * tall + 2
         if x > 0 and x + width > sheet.width + 2 then x, y, shelf = 0, y + shelf, 0 end
         placed[#placed + 1] = { block = block, part = part, names = names, longest = longest, x = x, y = y, head = head, first = p == 1 }
         x, shelf = x + width, math.max(shelf, height)
       end
     end
     return placed, y + shelf + 8, tall
   end
   local cell = sheet.most
   local blocks, height, tall = place(cell)
   while height > sheet.height and cell > 0.8 do
     cell = cell * 0.97
     blocks, height, tall = place(cell)
   end
   local font = cell * 1.4 -- points
   local function at(x, y) return ("%.2f,%.2f"):format(x, y) end
   local boxes, texts = {}, {}
   for _, class in ipairs(order) do boxes[class] = {} end
   for _, placed in ipairs(blocks) do
     for m, model in ipairs(placed.block.models) do
       for k, number in ipairs(placed.part) do
         local field = model.fields[number]
         if field then
           local class, sign = suite.look(field.verdict)
           local x, y = placed.x + sheet.name + (k - 1) * cell, placed.y + placed.head + (m - 1) * tall
           table.insert(boxes[class], ("%.2f %.2f %.2f %.2f %.2f %.2f"):format(x + cell / 2, y + tall / 2, x, x + cell, y, y + tall))
           local text = document.sheet == "a3" and suite.orders(field) .. sign .. suite.marked(field) or suite.order(field.orders.mpfr or field.orders.double) .. sign
           table.insert(texts, ("%.2f %.2f \"%s\""):format(x + cell / 2, y + tall / 2, text))
         end
       end
     end
   end %>
# <%- ((document.title or ""):gsub("%c", " ")) %>
# assay <%- document.assay.version %>, numerics <%- document.assay.numerics_version %>, study <%- document.study %>
set encoding utf8
<% for _, class in ipairs(order) do %>
$<%- class %> << END
<% for _, box in ipairs(boxes[class]) do %>
<%- box %>
<% end %>
-1 -1 -1 -1 -1 -1
END
<% end %>
$texts << END
<% for _, text in ipairs(texts) do %>
<%- text %>
<% end %>
-9 -9 ""
END
unset border; unset tics; unset key
set lmargin at screen 0; set rmargin at screen 1; set tmargin at screen 1; set bmargin at screen 0
set xrange [0:<%- sheet.width %>]; set yrange [<%- ("%.2f"):format(height) %>:0]
set style fill solid 1 border linecolor rgb 'white'
<% for _, placed in ipairs(blocks) do local block = placed.block
   local left, bottom = placed.x + sheet.name, placed.y + placed.head
   if placed.first then %>
set label <%= suite.kind(block) %> at <%- at(placed.x, placed.y + 2.2) %> left noenhanced font 'DejaVu Sans Bold,<%- ("%.2f"):format(math.max(4.5, font * 1.1)) %>'
<% end for m, model in ipairs(block.models) do %>
set label <%= model.name %> at <%- at(left - 0.8, bottom + (m - 0.5) * tall) %> right noenhanced font 'DejaVu Sans,<%- ("%.2f"):format(math.min(font, sheet.name / 8)) %>'
<% end for k, name in ipairs(placed.names) do %>
set label <%= name %> at <%- at(left + (k - 0.5) * cell, bottom - 0.7) %> left rotate by 90 noenhanced font 'DejaVu Sans,<%- ("%.2f"):format(font) %>'
<% end local from = 0
   for _, span in ipairs(suite.spans(block, placed.part, "method")) do if span.count > 1 then %>
set label <%= suite.short(span.pair) %> at <%- at(left + (from + span.count / 2) * cell, bottom - 0.29 * cell * 10.5 - cell * 0.3) %> center noenhanced font 'DejaVu Sans,<%- ("%.2f"):format(math.min(font, span.count * cell / (0.23 * #suite.short(span.pair)))) %>'
<% end from = from + span.count end end
   local words = { holds = "✓ holds (≈ to round-off)", vacuous = "∅ vacuous", inconclusive = "? inconclusive", refuted = "✗ refuted", quiet = "no sign: no claim" }
   for k, class in ipairs(order) do local x = (k - 1) * sheet.width / 5 %>
set object rectangle from <%- at(x, height - 5) %> to <%- at(x + 3, height - 2) %> fillcolor rgb '<%- colors[class] %>' fillstyle solid border linecolor rgb 'white'
set label '<%- words[class] %>' at <%- at(x + 4, height - 3.5) %> left noenhanced font 'DejaVu Sans,<%- document.sheet == "a3" and "7" or "5.5" %>'
<% end %>
draw = "plot <% for k, class in ipairs(order) do %><%- k > 1 and ", " or "" %>$<%- class %> using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '<%- colors[class] %>' linewidth 0.3<% end %>, $texts using 1:2:3 with labels noenhanced font 'DejaVu Sans,<%- ("%.2f"):format(font * (document.sheet == "a3" and 0.72 or 1)) %>'"
set terminal svg size <%- sheet.width * 4 %>,<%- ("%.0f"):format(height * 4) %> font 'DejaVu Sans,6' fontscale 1.41 background rgb 'white'
set output 'suite-<%- document.sheet %>.svg'
eval draw
set terminal pdfcairo size <%- sheet.width / 10 %>cm,<%- ("%.2f"):format(height / 10) %>cm font 'DejaVu Sans,6' background rgb 'white'
set output 'suite-<%- document.sheet %>.pdf'
eval draw
