import { statfs } from "node:fs/promises"
import { Effect } from "effect"

/** Bytes that the embedded database needs to go on: its log of changes grows by files of 16 MiB, and there may be two. */
export const minFreeBytes = 2 * 16 * 1_048_576

/** Bytes free on the disk of a folder; fails when that cannot be told. */
const freeBytes = (folder: string) =>
  Effect.map(
    Effect.tryPromise(() => statfs(folder)),
    ({ bavail, bsize }) => bavail * bsize
  )

/** False also when it cannot be told. */
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
