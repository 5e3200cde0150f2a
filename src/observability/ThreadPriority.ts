import { readdir, readFile } from "node:fs/promises"
import { constants, getPriority, setPriority } from "node:os"

const { PRIORITY_BELOW_NORMAL } = constants.priority

const lower = (thread: number): void => {
  if (getPriority(thread) < PRIORITY_BELOW_NORMAL) setPriority(thread, PRIORITY_BELOW_NORMAL)
}

/** Ids of this process's threads, where each has a priority of its own: on Linux. Undefined elsewhere. */
const threads = (): Promise<ReadonlyArray<number> | undefined> =>
  readdir("/proc/self/task").then(
    (names) => names.map(Number),
    () => undefined
  )

/** Lets every other process go first, on any system. */
export const lowerProcess = async (): Promise<void> => {
  for (const thread of (await threads()) ?? [0]) lower(thread)
}

/** How libuv names the threads of its pool. */
const poolThread = /^libuv-worker/

/**
 * Lets the event loop, which answers requests, go before Node's thread pool, which hashes passwords and compresses
 * checkpoints. Where threads have no priorities or no names, both stay as they are.
 */
export const lowerPool = async (): Promise<void> => {
  // The pool's threads all start with its first piece of work, of which this is one.
  for (const thread of (await threads()) ?? []) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, "utf8").catch(() => "")
    if (poolThread.test(name)) lower(thread)
  }
}
