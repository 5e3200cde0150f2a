import { spawn } from "node:child_process"
import { Effect } from "effect"

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A script as a process of its own, without a terminal, to its end. `stdin` is all it can read there. */
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
    // Who does not read is free to be gone already.
    child.stdin.on("error", () => {})
    child.stdin.end(stdin)
    child.once("close", (code) => resume(Effect.succeed({ code, stdout, stderr })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** `npm run admin -- …`. */
export const run = (line: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}, stdin: string = "") =>
  runScript("scripts/admin.ts", line, env, stdin)

/** The words of a command line without quotes. */
export const words = (line: string): ReadonlyArray<string> => line.split(" ").filter((word) => word !== "")
