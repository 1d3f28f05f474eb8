<% -- In the words of CODECHECK (codecheck.org.uk), for a reader; certificate.json says the same to programs.
   local function quote(text) return '"' .. tostring(text):gsub('[\\"]', "\\%0"):gsub("[\r\n]", " ") .. '"' end %>
---
version: https://codecheck.org.uk/spec/config/1.0/
paper:
  title: <%- quote(document.certifies) %>
manifest:
<% for _, study in ipairs(document.studies) do %>
  - file: <%- quote(study.document) %>
    comment: <%- quote(study.title or study.name) %>
<% end %>
codechecker:
  - name: <%- quote("assay " .. document.assay.version .. ", commit " .. document.assay.commit) %>
summary: |
<% for _, study in ipairs(document.studies) do for _, claim in ipairs(study.claims) do %>
  <%- study.name %> <%- claim.id %>: <%- claim.verdict %>
<% end end %>
assay:
  command: <%- quote(document.assay.command) %>
  numerics_version: <%- quote(document.assay.numerics_version) %>
  compiler: <%- quote(document.assay.compiler) %>
  mpfr: <%- quote(document.assay.mpfr) %>
  processor: <%- quote(document.assay.processor) %>
inputs:
<% for _, name in ipairs(document.inputs) do %>
  - <%- quote(name) %>
<% end %>
