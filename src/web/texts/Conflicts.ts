export const conflicts = {
  changedBy: (actor: string) =>
    actor === "" ? "Changed while you were editing" : `${actor} changed this while you were editing`,
  changedByMe: "You changed this in another window while you were editing here",
  theirs: "Theirs",
  mine: "Mine",
  before: "Before",
  notAllowed: "You may not edit this any more. What you typed is kept here.",
  orphanedTitle: "Texts without a place",
  entityDeleted: "Somebody deleted what you were writing in. Your text is kept here.",
  otherDraft: "Another window had this text for a field that is being edited here. It is kept until you let it go.",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Select and copy it by hand",
  empty: "(empty)",
  keepMine: "Keep mine",
  takeTheirs: "Take theirs",
  continueEdit: "Edit on"
}
