# SPDX-License-Identifier: MIT
"""A search whose policy foresees good players must not lose to bad ones: unicorns against three random players."""

from cli import Case, main


class Policy(Case):
    def test_it_beats_random_players(self):
        total = self.ok("match", "unicorns", "ismcts:nodes=100", "random", "random", "random", "--games", 120,
                        "--seed", 2, "--jobs", 2, "--json", "--quiet").objects()[-1]
        self.assertGreaterEqual(total["players"][0]["won"], 102)


if __name__ == "__main__":
    main()
