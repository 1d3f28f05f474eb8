# <%- (include "provenance").line %>
<%- (include "csv").rows(about, { "id", "seconds" }) %>
