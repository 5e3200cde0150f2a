/** Texts about history that several features use. The others are loaded with `features/history`. */
export const history = {
  added: "added: ",
  removed: "removed: ",
  older: "Load older",
  allShown: "That is all of it.",
  today: "Today",
  yesterday: "Yesterday"
}
