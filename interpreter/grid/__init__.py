"""The runtime below collectives: processes that meet and hand values on."""
