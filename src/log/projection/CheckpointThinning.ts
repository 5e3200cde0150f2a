import type { Restore } from "../store/Restore.ts"

/** The newest checkpoints are all kept. */
export const maxNewest = 20

/** The first checkpoint in each span of so many events is kept, however old it is. */
export const keptSpacing = 10_000

/** The first checkpoint after each restore is kept too, up to this many in a span of `keptSpacing`. */
export const maxKeptPerSpan = 10

/**
 * The checkpoints, by sequence number, to delete when they are thinned out. `restores` are those between the checkpoints.
 * Folding a restore needs an earlier state, which has to be folded first; no fold from a checkpoint after the restore does.
 */
export const checkpointsToDelete = (
  sequenceNumbers: ReadonlyArray<number>,
  restores: ReadonlyArray<Pick<Restore, "sequenceNumber">>
): ReadonlyArray<number> => {
  const ascending = sequenceNumbers.toSorted((a, b) => a - b)
  const restoredAt = restores.map(({ sequenceNumber }) => sequenceNumber).sort((a, b) => a - b)
  let [lastKept, keptInSpan, passed] = [-1, 0, 0]

  /** Whether a restore lies after the last kept checkpoint. */
  const followsRestore = (sequenceNumber: number): boolean => {
    while ((restoredAt[passed] ?? Number.POSITIVE_INFINITY) <= lastKept) passed += 1
    return (restoredAt[passed] ?? Number.POSITIVE_INFINITY) <= sequenceNumber
  }
  const isKept = (sequenceNumber: number): boolean => {
    const isInNewSpan = lastKept < 0 || Math.floor(sequenceNumber / keptSpacing) > Math.floor(lastKept / keptSpacing)
    if (!isInNewSpan && (keptInSpan >= maxKeptPerSpan || !followsRestore(sequenceNumber))) return false
    keptInSpan = isInNewSpan ? 1 : keptInSpan + 1
    lastKept = sequenceNumber
    return true
  }
  return ascending.slice(0, Math.max(0, ascending.length - maxNewest)).filter((number) => !isKept(number))
}
