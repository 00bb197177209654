"""Programs written in Python: functions, regions, gather, scatter and the operations around them.

The public names are exported by `hlogen` itself (``import hlogen as hl``); each lives in the file named after it.
"""

from hlogen.builder import methods as methods  # attaches what tensors' methods build
