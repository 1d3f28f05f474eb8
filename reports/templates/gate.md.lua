<% local names = {}
   for k, study in ipairs(document.studies) do names[k] = study.name end
   local function shown(text) return text ~= "" and text or "–" end
   local function rows(title, checks) if #checks > 0 then %>

### <%- title %>

| id | expected | found | evidence | next |
| --- | --- | --- | --- | --- |
<% for _, check in ipairs(checks) do %>
| <%= check.id %> | <%= shown(check.expected) %> | <%= shown(check.verdict) %> | <%= check.evidence %> | <%= check.next or "–" %> |
<% end end end %>
## assay gate: <%= table.concat(names, ", ") %>

**<%- document.different > 0 and "Different" or document.incomplete > 0 and "Incomplete" or "As expected" %>**: <%- document.as_expected %> as expected, <%- document.different %> different, <%- document.incomplete %> incomplete
<% rows("Different", document.differences) rows("Incomplete", document.unfinished) %>

assay <%- document.assay.version %>, numerics <%- document.assay.numerics_version %>, commit <%- document.assay.commit %>; `assay explain ID` prints the points behind a verdict.
