"""The command line: parsing, printing and progress; every command calls one module below."""
