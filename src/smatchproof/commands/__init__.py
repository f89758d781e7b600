"""The subcommands. They parse, call and format; they compute nothing."""
