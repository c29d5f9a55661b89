# SPDX-License-Identifier: MIT
"""A training is killed two hundred times, at any instant, and comes to the same network."""

import train
from cli import main


class Kills(train.Lessons):
    def test_two_hundred_kills(self):
        self.assertGreater(self.kill_often(200, 7), 0)


if __name__ == "__main__":
    main()
