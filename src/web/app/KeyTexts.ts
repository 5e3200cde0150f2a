/** The keyboard shortcuts by section: each line has the keys and what they do. */
export const keys = {
  title: "Keyboard",
  parts: [
    {
      title: "Everywhere",
      lines: [
        ["?", "This sheet"],
        ["Ctrl/Cmd + K", "Finds everything, and does things by their names"],
        ["/", "Search, where there is a search"],
        ["Ctrl/Cmd + Z", "Takes back your last change in this tab, and again the one before"],
        ["c", "Copies the link to what has the focus, an objective or anything in it, or else to the page"],
        ["Tab", "On to the next thing"],
        ["Esc", "Closes a menu, a dialog or a drawer; shows all again that a filter hides"]
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
        ["Alt + up, down", "Moves what has the focus: an objective, a principle, an initiative"],
        ["Enter on the dots", "A menu: moves, deletes, shows the history"]
      ]
    },
    {
      title: "In menus",
      lines: [
        ["Up, down", "To the entry above, below"],
        ["Home, End", "To the first, to the last"],
        ["A letter", "To the next entry that begins with it"],
        ["Enter, Space", "Chooses"]
      ]
    },
    {
      title: "In the matrix",
      lines: [
        ["Arrow keys", "From cell to cell"],
        ["Home, End", "To the row’s first, last"],
        ["Page up, down", "Ten rows up, down"],
        ["Ctrl + Home, End", "To the first cell, to the last"],
        ["Enter, Space", "Links and unlinks"]
      ]
    }
  ]
} as const
