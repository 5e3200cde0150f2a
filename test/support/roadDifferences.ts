let compared = 0
let differences: Array<string> = []
const unfinished = new Set<Promise<void>>()

/** Records that a request was answered on both roads, and how the answers differ if they do. */
export const record = (difference: string | undefined): void => {
  compared += 1
  if (difference !== undefined) differences.push(difference)
}

/** Makes `settled` wait for a comparison. */
export const begin = (comparison: Promise<void>): void => {
  unfinished.add(comparison)
  void comparison.then(() => unfinished.delete(comparison))
}

/** Waits until all comparisons that have begun are over. */
export const settled = async (): Promise<void> => {
  while (unfinished.size > 0) await Promise.all(unfinished)
}

/** What the servers of this worker have found since the last call. */
export const take = async () => {
  await settled()
  const found = { compared, differences }
  compared = 0
  differences = []
  return found
}
