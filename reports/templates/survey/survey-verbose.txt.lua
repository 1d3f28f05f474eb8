<% local function cut(text, room)
     if #text <= room then return text end
     local last = room - 4
     while last > 0 and text:byte(last + 1) & 0xc0 == 0x80 do last = last - 1 end
     return text:sub(1, last) .. " ..."
   end %>
<%= document.paper %>: <%= document.sentence %>
<% for _, claim in ipairs(document.claims) do
   local both = claim.measured ~= "" and claim.evidence ~= "" and "; " or "" %>
<%= ("%-5s %-14s"):format(claim.id, claim.verdict) %><%= cut(claim.measured .. both .. claim.evidence, 150) %>
<% if claim.condition then %>
                    condition: <%= claim.condition %>
<% end if claim.next then %>
                    next: <%= claim.next %>
<% end end %>
page   <%= document.page %>/index.html
