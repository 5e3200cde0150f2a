import { statfs } from "node:fs/promises"
import { Effect } from "effect"

/** What the embedded database needs: its write-ahead log grows in files of 16 MiB, and two may be needed. */
const minFreeBytes = 2 * 16 * 1_048_576

/** The free bytes on the disk of a folder; fails when they cannot be determined. */
export const freeBytes = (folder: string) =>
  Effect.map(
    Effect.tryPromise(() => statfs(folder)),
    ({ bavail, bsize }) => bavail * bsize
  )

/** False also when the free space cannot be determined. */
export const isFull = (folder: string): Effect.Effect<boolean> =>
  freeBytes(folder).pipe(
    Effect.map((bytes) => bytes < minFreeBytes),
    Effect.orElseSucceed(() => false)
  )

/** Waits until the disk is not full. */
export const awaitSpace = (folder: string): Effect.Effect<void> =>
  isFull(folder).pipe(
    Effect.tap((full) => (full ? Effect.sleep("1 second") : Effect.void)),
    Effect.repeat({ until: (full) => !full }),
    Effect.asVoid
  )
