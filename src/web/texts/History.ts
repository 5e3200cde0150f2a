export const history = {
  added: "added: ",
  removed: "removed: "
}
