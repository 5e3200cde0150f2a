/** The list with one item taken out and put in again at `to`. */
export const moved = (ids: ReadonlyArray<string>, id: string, to: number): ReadonlyArray<string> => {
  if (!ids.includes(id)) return ids
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}

/** The place `moved` takes to put an item before another one; at the end without. */
export const placeBefore = (ids: ReadonlyArray<string>, id: string, before: string | undefined): number => {
  const others = ids.filter((other) => other !== id)
  const at = before === undefined ? -1 : others.indexOf(before)
  return at < 0 ? others.length : at
}
