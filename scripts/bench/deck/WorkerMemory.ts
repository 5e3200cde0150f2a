import { readdirSync, readFileSync } from "node:fs"

const statusOf = (pid: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8")
  } catch {
    // The process has ended since the folder was listed.
    return undefined
  }
}

/** The peak resident memory, in bytes, of the processes that this one started with a script; only on Linux. */
export const peakOfChildren = (script: string): number => {
  const own = String(process.pid)
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  const peaks = pids.flatMap((pid) => {
    const status = statusOf(pid)
    const [, parent] = /^PPid:\s*(\d+)$/m.exec(status ?? "") ?? []
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status ?? "") ?? []
    if (parent !== own || kilobytes === undefined) return []
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(script) ? [Number(kilobytes) * 1024] : []
  })
  return Math.max(0, ...peaks)
}
