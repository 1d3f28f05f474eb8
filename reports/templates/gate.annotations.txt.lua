<% -- Lines that the runner of GitHub shows at the study, in its own syntax: one for each claim or fit that is not as expected,
   -- at most ten, as it shows no more; claims first.
   local MOST = 10
   local function escape(text)
     return (text:gsub("%%", "%%25"):gsub("\r", "%%0D"):gsub("\n", "%%0A"))
   end
   local function escape_property(text)
     return (escape(text):gsub(":", "%%3A"):gsub(",", "%%2C"))
   end
   local paths = {}
   for _, study in ipairs(document.studies) do paths[study.name] = study.path and study.path:gsub("^%./", "") end
   local shown = 0
   local function annotate(checks, kind, of_claims)
     for _, check in ipairs(checks) do
       if shown < MOST and (check.kind == "claim") == of_claims then
         shown = shown + 1
         local title = check.of_value and "the values differ" or check.state == "different" and
           ("expected %s, found %s"):format(check.expected, check.verdict) or "incomplete"
%>
::<%- kind %> <%- paths[check.study] and ("file=%s,"):format(escape_property(paths[check.study])) or "" %>title=<%- escape_property(check.id .. ": " .. title) %>::<%- escape(check.evidence) %>
<%     end
     end
   end
   annotate(document.differences, "error", true)
   annotate(document.differences, "error", false)
   annotate(document.unfinished, "warning", true)
   annotate(document.unfinished, "warning", false) %>
