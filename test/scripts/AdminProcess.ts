import { spawn } from "node:child_process"
import { Effect } from "effect"

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a script as `npm run admin` does, in a process of its own, without a terminal, with `stdin` as its standard input. */
export const runScript = (
  script: string,
  line: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  stdin: string = ""
): Effect.Effect<Finished> =>
  Effect.callback((resume) => {
    const child = spawn(process.execPath, [script, ...line], {
      env: { PATH: process.env.PATH, NO_COLOR: "1", NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      stdio: ["pipe", "pipe", "pipe"]
    })
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    // A script that does not read its input may have ended already.
    child.stdin.on("error", () => {})
    child.stdin.end(stdin)
    child.once("close", (code) => resume(Effect.succeed({ code, stdout, stderr })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Runs `npm run admin -- …` in a process of its own. */
export const run = (line: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}, stdin: string = "") =>
  runScript("scripts/admin.ts", line, env, stdin)

/** Splits a command line without quotes into words. */
export const words = (line: string): ReadonlyArray<string> => line.split(" ").filter((word) => word !== "")
