/** The newest checkpoints are all kept. */
export const maxNewest = 20

/** The first checkpoint in each span of so many events is kept, however old it is. */
export const keptSpacing = 10_000

const spanOf = (sequenceNumber: number): number => Math.floor(sequenceNumber / keptSpacing)

/** The checkpoints, by sequence number, to delete when they are thinned out. */
export const checkpointsToDelete = (sequenceNumbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  const older = sequenceNumbers.toSorted((a, b) => a - b).slice(0, -maxNewest)
  return older.filter((sequenceNumber, index) => {
    const before = older[index - 1]
    return before !== undefined && spanOf(before) === spanOf(sequenceNumber)
  })
}
