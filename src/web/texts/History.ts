/** Said of the past in several parts; what else it needs of words is loaded with its feature. */
export const history = {
  added: "added: ",
  removed: "removed: ",
  older: "Load older",
  allShown: "That is all of it.",
  today: "Today",
  yesterday: "Yesterday"
}
