# SPDX-License-Identifier: MIT
"""Training on a GPU with PyTorch; tools/train-gpu runs it, docs/agents.md tells how."""
