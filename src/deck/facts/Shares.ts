const indexOfLargest = (values: ReadonlyArray<number>): number => values.indexOf(Math.max(...values))

/**
 * Divides a bar of so many cells by counts: exactly as many in all, by the largest remainders, and at least one for what is
 * not nothing. All are 0 where all counts are. `cells` is at least the number of counts.
 */
export const apportioned = (counts: ReadonlyArray<number>, cells: number): ReadonlyArray<number> => {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * cells) / all)
  const given = exact.map((share) => (share === 0 ? 0 : Math.max(1, Math.floor(share))))
  const add = (index: number, change: number) => {
    given[index] = (given[index] ?? 0) + change
  }
  const sum = () => given.reduce((total, count) => total + count, 0)
  while (sum() < cells) add(indexOfLargest(exact.map((share, index) => share - (given[index] ?? 0))), 1)
  while (sum() > cells) add(indexOfLargest(given), -1)
  return given
}
