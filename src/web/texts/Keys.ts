/** The sheet of keys: parts with their lines, each the keys and what they do. */
export const keys = {
  title: "Keyboard",
  parts: [
    {
      title: "Everywhere",
      lines: [
        ["?", "This sheet"],
        ["/", "Search, where there is a search"],
        ["Tab", "On to the next thing"],
        ["Esc", "Closes a menu, a dialog or a drawer"]
      ]
    },
    {
      title: "While editing",
      lines: [
        ["Enter", "Saves and leaves the field"],
        ["Ctrl/Cmd + Enter", "Saves a text of several lines"],
        ["Esc", "Cancels: the text is as before"],
        ["Tab", "Saves and goes on"]
      ]
    },
    {
      title: "On a team’s board",
      lines: [
        ["n", "New objective"],
        ["p", "New principle"],
        ["Enter on the dots", "Moves, deletes, shows the history"]
      ]
    },
    {
      title: "In menus and in the matrix",
      lines: [
        ["Arrow keys", "Move"],
        ["Home, End", "To the first, to the last"],
        ["A letter", "To the next entry that begins with it"],
        ["Space", "Chooses; links and unlinks in the matrix"]
      ]
    }
  ]
} as const
