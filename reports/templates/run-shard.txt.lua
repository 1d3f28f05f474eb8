shard <%- document.shard %>/<%- document.shards %>: <%- document.computed %> cells computed, <%- document.stored %> were in the store
