export const conflicts = {
  title: (actor: string) =>
    actor === "" ? "Changed while you were editing" : `${actor} changed this while you were editing`,
  theirs: "Theirs",
  mine: "Mine",
  before: "Before",
  empty: "(empty)",
  keepMine: "Keep mine",
  takeTheirs: "Take theirs",
  editOn: "Edit on"
}
