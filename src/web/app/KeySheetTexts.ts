/** The keyboard shortcuts by section: each line has the keys and what they do. */
export const keys = {
  title: "Keyboard shortcuts",
  parts: [
    {
      title: "Everywhere",
      lines: [
        ["?", "Show this list"],
        ["Ctrl/Cmd + K", "Search and run commands, first those of the selected or focused objectives"],
        ["/", "Go to the page’s search field"],
        ["Ctrl/Cmd + Z", "Undo your last change in this tab; press again for earlier ones"],
        ["l", "Copy a link to the focused item, or to the page"],
        ["Tab", "Next control"],
        ["Esc", "Close a menu, dialog or panel; clear the selection, then filters"]
      ]
    },
    {
      title: "In lists of objectives",
      lines: [
        ["j, k, Down, Up", "Next or previous objective"],
        ["Left, Right", "Move between the controls of a row"],
        ["Enter", "Open or close"],
        ["e", "Edit the title"],
        ["x", "Select it, or take it out of the selection"],
        ["Shift + X", "Go to the bar for the selected objectives"],
        ["c", "Check in; with no objective focused, for the whole team"]
      ]
    },
    {
      title: "While editing",
      lines: [
        ["Enter", "Save"],
        ["Ctrl/Cmd + Enter", "Save text of several lines"],
        ["Esc", "Cancel"],
        ["Tab", "Save and move on"]
      ]
    },
    {
      title: "On a team’s board",
      lines: [
        ["n", "New objective"],
        ["p", "New principle"],
        ["Alt + Up, Down", "Move the focused objective, principle or initiative"],
        ["Enter on the dots", "Open a menu: move, duplicate, select, delete, see history"]
      ]
    },
    {
      title: "In menus",
      lines: [
        ["Up, Down", "Previous or next item"],
        ["Home, End", "First or last item"],
        ["A letter", "Next item that starts with it"],
        ["Enter, Space", "Choose"]
      ]
    },
    {
      title: "In the matrix",
      lines: [
        ["Arrow keys", "Move between cells"],
        ["Home, End", "First or last cell of the row"],
        ["Page Up, Page Down", "Ten rows up or down"],
        ["Ctrl + Home, End", "First or last cell"],
        ["Enter, Space", "Link or unlink"]
      ]
    }
  ]
} as const
