export const changedBy = (actor: string) =>
  actor === "" ? "Changed while you were editing" : `${actor} changed this while you were editing`
export const changedByMe = "You changed this in another window while you were editing here"
export const theirs = "Theirs"
export const mine = "Mine"
export const before = "Before"
export const notAllowed = "You may not edit this any more. What you typed is kept here."
export const orphanedTitle = "Texts without a place"
export const entityDeleted = "Somebody deleted what you were writing in. Your text is kept here."
export const otherDraft =
  "Another window had this text for a field that is being edited here. It is kept until you let it go."
export const copy = "Copy"
export const copied = "Copied"
export const notCopied = "Select and copy it by hand"
export const empty = "(empty)"
export const keepMine = "Keep mine"
export const takeTheirs = "Take theirs"
export const continueEdit = "Edit on"
