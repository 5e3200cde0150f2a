export const conflicts = {
  title: (actor: string) =>
    actor === "" ? "Changed while you were editing" : `${actor} changed this while you were editing`,
  self: "You changed this in another window while you were editing here",
  theirs: "Theirs",
  mine: "Mine",
  before: "Before",
  mayNot: "You may not edit this any more. What you typed is kept here.",
  left: "Texts without a place",
  gone: "Somebody deleted what you were writing in. Your text is kept here.",
  leftover: "Another window had this text for a field that is being edited here. It is kept until you let it go.",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Select and copy it by hand",
  empty: "(empty)",
  keepMine: "Keep mine",
  takeTheirs: "Take theirs",
  editOn: "Edit on"
}
