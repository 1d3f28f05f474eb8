<% -- The matrix of a suite as a picture for gnuplot, for a sheet of A3 or for the width of two columns: document.sheet.
   -- Lengths are in millimetres.  Pairs stand below each other and models side by side, since the names of pairs are long: a
   -- block is cut into strips, which fill the sheet from left to right, the widest first.
   local suite = include "suite.words"
   local sheets = { a3 = { width = 400, height = 277, wide = 3.7 }, columns = { width = 178, height = 235, wide = 1.5 } }
   local sheet = sheets[document.sheet]
   local LETTER = 0.48  -- width of a letter in units of a row
   local LEAST = 8      -- rows of a strip below another
   local LEGEND = 7
   local colors = { holds = "#BFE3D7", refuted = "#D55E00", inconclusive = "#F6CE7B", vacuous = "#E7C4D8", quiet = "#F4F4F4" }
   local order = { "holds", "vacuous", "inconclusive", "refuted", "quiet" }
   -- A block as rows, a family above its pairs, with the lengths of its names.
   local function rows_of(block)
     local rows, longest, tallest = {}, 1, 1
     for k, pair in ipairs(block.pairs) do
       if k == 1 or pair.family ~= block.pairs[k - 1].family then rows[#rows + 1] = { family = suite.family(pair.family) } end
       rows[#rows + 1] = { pair = k, name = suite.short(pair) .. (pair.projection ~= "none" and ", " .. pair.projection or "") }
       longest = math.max(longest, #rows[#rows].name)
     end
     for _, model in ipairs(block.models) do tallest = math.max(tallest, #model.name) end
     return { block = block, rows = rows, longest = longest, tallest = tallest, number = #block.models }
   end
   local parts = {}
   for k, block in ipairs(document.blocks) do
     parts[k] = rows_of(block)
     parts[k].place = k
   end
   table.sort(parts, function (a, b) return a.number > b.number or a.number == b.number and a.place < b.place end)
   -- Strips for rows so tall: { part, first, last, x, y, name and head: the room of names }, and the width of all.
   local function place(tall)
     local strips, x, y, width, height = {}, 0, 0, 0, sheet.height - LEGEND
     for _, part in ipairs(parts) do
       local first, name, head = 1, (part.longest + 1) * LETTER * tall, (part.tallest * LETTER + 2.2) * tall
       while first <= #part.rows do
         local room = (height - y - head) // tall
         if y > 0 and room < math.min(LEAST, #part.rows - first + 1) then
           x, y, width = x + width, 0, 0
           room = (height - head) // tall
         end
         local last = math.min(#part.rows, first + math.max(room, 1) - 1)
         if last < #part.rows and last > first and part.rows[last].family then last = last - 1 end
         strips[#strips + 1] = { part = part, first = first, last = last, x = x, y = y, name = name, head = head }
         width = math.max(width, name + part.number * sheet.wide * tall + 1.5 * tall)
         y = y + head + (last - first + 1) * tall + tall
         first = last + 1
       end
     end
     return strips, x + width
   end
   local tall = 6
   local strips, width = place(tall)
   while width > sheet.width and tall > 0.5 do
     tall = tall * 0.985
     strips, width = place(tall)
   end
   local cell, height = sheet.wide * tall, sheet.height
   local font = tall * 2 -- points
   local function at(x, y) return ("%.2f,%.2f"):format(x, y) end
   local boxes, texts = {}, {}
   for _, class in ipairs(order) do boxes[class] = {} end
   for _, strip in ipairs(strips) do
     for m, model in ipairs(strip.part.block.models) do
       for r = strip.first, strip.last do
         local field = strip.part.rows[r].pair and model.fields[strip.part.rows[r].pair]
         if field then
           local class, sign = suite.look(field.verdict)
           local x, y = strip.x + strip.name + (m - 1) * cell, strip.y + strip.head + (r - strip.first) * tall
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
<% for _, strip in ipairs(strips) do local part = strip.part
   local left, top = strip.x + strip.name, strip.y + strip.head
   local title = suite.kind(part.block) .. (strip.first > 1 and " …" or "") %>
set label <%= title %> at <%- at(strip.x + 0.5, strip.y + tall * 0.8) %> left noenhanced font 'DejaVu Sans Bold,<%- ("%.2f"):format(math.min(font * 1.1, (strip.name + part.number * cell) / (0.25 * #title))) %>'
<% for m, model in ipairs(part.block.models) do %>
set label <%= model.name %> at <%- at(left + (m - 0.5) * cell, top - 0.3 * tall) %> left rotate by 90 noenhanced font 'DejaVu Sans,<%- ("%.2f"):format(font) %>'
<% end for r = strip.first, strip.last do local row = part.rows[r] local y = top + (r - strip.first + 0.5) * tall %>
<% if row.family then %>
set label <%= row.family %> at <%- at(strip.x + 0.5, y) %> left noenhanced font 'DejaVu Sans Bold,<%- ("%.2f"):format(font * 0.9) %>'
<% else %>
set label <%= row.name %> at <%- at(left - 0.4 * tall, y) %> right noenhanced font 'DejaVu Sans,<%- ("%.2f"):format(font) %>'
<% end end end
   local words = { holds = "✓ holds (≈ to round-off)", vacuous = "∅ vacuous", inconclusive = "? inconclusive", refuted = "✗ refuted", quiet = "no sign: no claim" }
   for k, class in ipairs(order) do local x = (k - 1) * sheet.width / 5 %>
set object rectangle from <%- at(x, height - 5) %> to <%- at(x + 3, height - 2) %> fillcolor rgb '<%- colors[class] %>' fillstyle solid border linecolor rgb 'white'
set label '<%- words[class] %>' at <%- at(x + 4, height - 3.5) %> left noenhanced font 'DejaVu Sans,<%- document.sheet == "a3" and "7" or "4.5" %>'
<% end %>
draw = "plot <% for k, class in ipairs(order) do %><%- k > 1 and ", " or "" %>$<%- class %> using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '<%- colors[class] %>' linewidth 0.3<% end %>, $texts using 1:2:3 with labels noenhanced font 'DejaVu Sans,<%- ("%.2f"):format(font * 0.8) %>'"
set terminal svg size <%- sheet.width * 4 %>,<%- ("%.0f"):format(height * 4) %> font 'DejaVu Sans,6' fontscale 1.41 background rgb 'white'
set output 'suite-<%- document.sheet %>.svg'
eval draw
set terminal pdfcairo size <%- sheet.width / 10 %>cm,<%- ("%.2f"):format(height / 10) %>cm font 'DejaVu Sans,6' fontscale 1 background rgb 'white'
set output 'suite-<%- document.sheet %>.pdf'
eval draw
