import { readdir, readFile } from "node:fs/promises"
import { constants, getPriority, setPriority } from "node:os"

/** For a process that nobody waits for. Beside a busy thread of normal priority it gets a tenth of a core. */
const processPriority = constants.priority.PRIORITY_BELOW_NORMAL

/** For threads that people wait for. Beside a busy thread of normal priority they get a quarter of a core. */
const poolPriority = 5

const lower = (thread: number, priority: number): void => {
  if (getPriority(thread) < priority) setPriority(thread, priority)
}

/** The ids of this process's threads on Linux, where each thread has a priority. Undefined on other systems. */
const threads = (): Promise<ReadonlyArray<number> | undefined> =>
  readdir("/proc/self/task").then(
    (names) => names.map(Number),
    () => undefined
  )

/** Lowers the priority of the whole process, on any system. */
export const lowerProcess = async (): Promise<void> => {
  for (const thread of (await threads()) ?? [0]) lower(thread, processPriority)
}

/** How libuv names the threads of its pool. */
const poolThread = /^libuv-worker/

/**
 * Lowers the priority of Node's thread pool, which hashes passwords and compresses checkpoints, below that of the event
 * loop, which answers requests. Does nothing on systems where threads have no priorities or names.
 */
export const lowerPool = async (): Promise<void> => {
  // Reading files starts the pool's threads, if nothing has started them before.
  for (const thread of (await threads()) ?? []) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, "utf8").catch(() => "")
    if (poolThread.test(name)) lower(thread, poolPriority)
  }
}
