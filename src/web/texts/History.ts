/** Said with a word diff; what else the past needs of words is in `LookingBack`, loaded with it. */
export const history = {
  added: "added: ",
  removed: "removed: "
}
