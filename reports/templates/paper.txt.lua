<% local function write(text, first, rest)
     for _, line in ipairs(wrap(text, first, rest)) do %>
<%- line %>
<% end end %>
<% write(document.title .. ", " .. document.source) %>
Claims, in our words
<% for _, claim in ipairs(document.claims) do
   local head = ("  %-4s "):format(claim.id)
   write((claim.name and claim.name .. " (" .. claim.where .. "): " or claim.where .. ": ") .. claim.text, head, "       ")
   if claim.rule then write("its parts: " .. claim.rule, "       ", "       ") end
   end if #document.errata > 0 then %>

Errata: misprints of the paper, corrected in the studies and models
<% for _, erratum in ipairs(document.errata) do
     write(erratum.where .. (erratum.claim and " (" .. erratum.claim .. ")" or ""), "  ", "  ")
     write("printed: " .. erratum.printed, "       ", "         ")
     write("correct: " .. erratum.corrected, "       ", "         ")
   end end %>

<% write(("'assay reproduce %s' measures the claims; 'assay explain ID' says what was found."):format(document.name)) %>
