# <%- (include "provenance").line %>
<% local csv = include "csv" %>
<%- csv.rows(document.claims, csv.split "id, text, source, measured, verdict, evidence") %>
