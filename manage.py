#!/usr/bin/env python
"""Django's command line for the league."""

import sys

from zarleague import command_line

if __name__ == "__main__":
    command_line.run(sys.argv)
