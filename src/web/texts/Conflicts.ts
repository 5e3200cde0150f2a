export const conflicts = {
  title: (actor: string) =>
    actor === "" ? "Changed while you were editing" : `${actor} changed this while you were editing`,
  theirs: "Theirs",
  mine: "Mine",
  before: "Before",
  mayNot: "You may not edit this any more. What you typed is kept here.",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Select and copy it by hand",
  empty: "(empty)",
  keepMine: "Keep mine",
  takeTheirs: "Take theirs",
  editOn: "Edit on"
}
