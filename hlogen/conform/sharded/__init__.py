"""Programs over several devices: annotated with Shardy, partitioned by XLA, run on the CPU as if it were many devices.

`annotate` says which dims are split over which axis of a mesh; `partition` compiles the program as XLA's SPMD
partitioner splits it, tells what the devices have to say to each other, and runs it.
"""

from hlogen.conform.sharded.annotations import annotate
from hlogen.conform.sharded.collectives import KINDS, Collective
from hlogen.conform.sharded.partitioned import Partitioned, Piece, partition

__all__ = ["KINDS", "Collective", "Partitioned", "Piece", "annotate", "partition"]
