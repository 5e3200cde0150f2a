let compared = 0
let differences: Array<string> = []
const unfinished = new Set<Promise<void>>()

/** Records that a request was answered by the shortcut and by its endpoint, and how the answers differ if they do. */
export const record = (difference: string | undefined): void => {
  compared += 1
  if (difference !== undefined) differences.push(difference)
}

/** Makes `settled` wait for a comparison. */
export const begin = (comparison: Promise<void>): void => {
  unfinished.add(comparison)
  void comparison.then(() => unfinished.delete(comparison))
}

/** Waits until all comparisons that have begun have ended. */
export const settled = async (): Promise<void> => {
  while (unfinished.size > 0) await Promise.all(unfinished)
}

/** Returns the number of compared requests and the differences since the last call, of all servers of this worker. */
export const take = async () => {
  await settled()
  const found = { compared, differences }
  compared = 0
  differences = []
  return found
}
