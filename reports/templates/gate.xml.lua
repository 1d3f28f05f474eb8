<?xml version="1.0" encoding="UTF-8"?>
<% -- There is no standard.  What is written here is understood by all readers: the elements and attributes that the schema
   -- junit-10 of Jenkins and the older one of Ant have in common (a strict form is tests/data/junit.xsd).  A test case is
   -- found again in the next run by its class name and its name, which depend on nothing but what is compared.
   local function kind_of(check)
     if check.state == "incomplete" then return "error" end
     if check.of_value then return "failure" end
     if check.verdict == "vacuous" or check.verdict == "not applicable" then return "skipped" end
     if check.state == "different" then return "failure" end
     return check.verdict == "inconclusive" and "skipped" or "passed"
   end
   -- The claims are a suite of their own, even beside a model of that name.
   local suites, all = {}, { failure = 0, error = 0, skipped = 0, passed = 0 }
   for _, check in ipairs(document.checks) do
     local name = check.model or "claims"
     local key = ("%s\n%s\n%s"):format(check.study, check.kind == "claim", name)
     local suite, kind = suites[key], kind_of(check)
     if not suite then
       suite = { name = name, study = check.study, checks = {}, failure = 0, error = 0, skipped = 0, passed = 0 }
       suites[key], suites[#suites + 1] = suite, suite
     end
     suite.checks[#suite.checks + 1] = check
     suite[kind], all[kind] = suite[kind] + 1, all[kind] + 1
   end
   local provenance, path = {}, {}
   for _, study in ipairs(document.studies) do provenance[study.name], path[study.name] = study.provenance, study.path end
   -- Runs serve several test cases, so that only the whole has a time.
   local seconds = document.seconds and ("%.3f"):format(document.seconds) or "0"
   local function name_of(check)
     if check.kind == "fit" then
       return table.concat({ check.claim or "no claim", check.measure, check.initial, check.precision }, " ")
     end
     return check.kind == "run" and ("run %s h = %s %s"):format(check.initial, check.step, check.precision) or check.id
   end
   local function class_of(check)
     return check.model and ("assay.%s.%s.%s"):format(check.model, check.method, check.projection) or "assay.claims"
   end
   local function line(label, text) if text and text ~= "" then %><%- label %><%= text %>
<% end end
   local function evidence(check)
     line("", check.id)
     line("issue: ", check.issue)
     line("claim: ", check.claimed)
     line("source: ", check.source)
     line("measured: ", check.measured)
     line("condition: ", check.condition)
     line("evidence: ", check.evidence)
     line("controls: ", check.control)
     line("positive control: ", check.positive_control)
     line("next: ", check.next)
     line("points: ", check.command)
   end %>
<testsuites name="assay" tests="<%- #document.checks %>" failures="<%- all.failure %>" errors="<%- all.error %>" time="<%- seconds %>"<% if document.begun then %> timestamp="<%- document.begun %>"<% end %>>
<% for _, suite in ipairs(suites) do %>
  <testsuite name="<%= suite.name %>" package="<%= suite.study %>" tests="<%- #suite.checks %>" failures="<%- suite.failure %>" errors="<%- suite.error %>" skipped="<%- suite.skipped %>" time="0"<% if document.begun then %> timestamp="<%- document.begun %>"<% end %>>
    <properties>
<% for _, part in ipairs(provenance[suite.study]) do %>
      <property name="<%= part.name %>" value="<%= part.value %>"/>
<% end %>
    </properties>
<% for _, check in ipairs(suite.checks) do local kind = kind_of(check) %>
    <testcase classname="<%= class_of(check) %>" name="<%= name_of(check) %>"<% if path[check.study] then %> file="<%= path[check.study] %>"<% end %> time="0">
      <% if kind == "passed" then %><system-out><%- check.verdict %>, as expected
<% evidence(check) %></system-out><% else
   local type = kind == "error" and "incomplete" or check.of_value and "value" or check.verdict
   local expected = check.state == "different" and not check.of_value and ("expected %s, found %s: "):format(check.expected, check.verdict)
%><<%- kind %> type="<%- type %>" message="<%= expected or "" %><%= check.evidence %>"><% evidence(check) %></<%- kind %>><% end %>
    </testcase>
<% end %>
  </testsuite>
<% end %>
</testsuites>
