"""Modules of PyTorch that are programs, and such that can't be."""

from __future__ import annotations

import torch


class Classifier(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(10, 4)
        self.layer = torch.nn.Linear(4, 3)

    def forward(self, tokens, batch):
        h = self.table(tokens) + batch["x"]  # line 1
        return {"scores": torch.nn.functional.gelu(self.layer(h)), "best": h.argmax(-1)}


class Unknown(torch.nn.Module):
    def forward(self, x):
        return torch.linalg.svdvals(x)


class Windows(torch.nn.Module):
    def forward(self, x):
        return x.unfold(1, 2, 1) * 2


class Branching(torch.nn.Module):
    def forward(self, x):
        return x if x.sum() > 0 else -x


class Numbers(torch.nn.Module):
    def forward(self, x):
        return x * 2, 3
