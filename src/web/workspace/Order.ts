/** The list with one item removed and inserted again at index `to`. */
export const moved = (ids: ReadonlyArray<string>, id: string, to: number): ReadonlyArray<string> => {
  if (!ids.includes(id)) return ids
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}

/** The index to pass to `moved` so that the item comes before `before`, or to the end when that is undefined. */
export const indexBefore = (ids: ReadonlyArray<string>, id: string, before: string | undefined): number => {
  const others = ids.filter((other) => other !== id)
  const at = before === undefined ? -1 : others.indexOf(before)
  return at < 0 ? others.length : at
}
