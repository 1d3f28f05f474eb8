<% local answer = include "audit_answer"
   local indent, most = (" "):rep(9), 12
   if width < 80 then most = most * 80 // width end

   -- The first paragraph with its remark, if both have room in one line, and a paragraph of the remark if not.
   local function arrange(block)
     local paragraphs = table.move(block.paragraphs, 1, #block.paragraphs, 1, {})
     local head = paragraphs[1]
     local text = head.text .. (head.remark and (" (%s)."):format(head.remark) or ".")
     if head.remark and #wrap(text, ("%-7s  "):format(block.word)) > 1 then
       local apart = head.remark:find("^it ") and "I" .. head.remark:sub(2) or "Measured: order " .. head.remark
       text = head.text .. "."
       table.insert(paragraphs, #paragraphs > 1 and 3 or 2, { rank = head.rank + 1, text = apart .. "." })
     end
     paragraphs[1] = { rank = head.rank, text = text }
     return paragraphs
   end
   local function lines_of(block, paragraph, k)
     local first = k == 1 and ("%-7s  "):format(block.word) or indent
     local lines = paragraph.right and wrap_beside(paragraph.text, paragraph.right, first, indent) or
                   cut(wrap(paragraph.text, first, indent), block == answer.blocks[1] and 4 or 3)
     if k == 1 then lines[1] = paint(block.word, block.color) .. lines[1]:sub(#block.word + 1) end
     for _, line in ipairs(paragraph.command and wrap_command(paragraph.command, indent, indent .. "    ") or {}) do
       lines[#lines + 1] = line
     end
     return lines
   end
   local last = wrap_beside(("%s, %s"):format(answer.counts, duration(math.max(1, document.seconds))), document.page)
   local all, shown = #last, {}
   for _, block in ipairs(answer.blocks) do
     for k, paragraph in ipairs(arrange(block)) do
       shown[#shown + 1] = { block = block, head = k == 1, rank = paragraph.rank, lines = lines_of(block, paragraph, k) }
       all = all + #shown[#shown].lines
     end
   end

   -- What matters least is left out, as far as the rest fits; a block without its head is left out whole.
   local omitted = 0
   while all + (omitted > 0 and 1 or 0) > most and #shown > 1 do
     local worst = 2
     for k = 2, #shown do
       if shown[k].rank >= shown[worst].rank then worst = k end
     end
     local block = shown[worst].head and shown[worst].block
     omitted = omitted + (block and block.verdict and 1 or 0)
     for k = #shown, 1, -1 do
       if k == worst or block and shown[k].block == block then all = all - #table.remove(shown, k).lines end
     end
   end
   local lines = {}
   for _, each in ipairs(shown) do table.move(each.lines, 1, #each.lines, #lines + 1, lines) end
   if omitted > 0 then lines[#lines + 1] = ("and %d more; -v shows all"):format(omitted) end
   table.move(last, 1, #last, #lines + 1, lines) %>
<%- table.concat(lines, "\n") %>
