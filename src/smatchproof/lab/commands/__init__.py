"""The subcommands of the lab. They parse, call and format; they compute nothing."""
