<% local answer = include "audit_answer"
   local classes = { red = "refuted", yellow = "inconclusive", green = "holds" } %>
<section class="answer" aria-label="The answer">
<% for _, block in ipairs(answer.blocks) do %>
<div class="<%- classes[block.color] %>">
<%   for k, paragraph in ipairs(block.paragraphs) do %>
<p><% if k == 1 then %><b><%= block.word %></b> <% end %><%= paragraph.text %><% if k == 1 then %><%= paragraph.remark and (" (%s)"):format(paragraph.remark) %>.<% end if paragraph.right then %> (<code><%= paragraph.right %></code>)<% end %></p>
<%     if paragraph.command then %>
<pre><%= paragraph.command %></pre>
<%     end
     end %>
</div>
<% end %>
<p><%= answer.counts %></p>
</section>
