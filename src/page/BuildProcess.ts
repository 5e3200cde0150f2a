import { spawn } from "node:child_process"
import { join } from "node:path"
import { Effect } from "effect"
import { PageNotBuilt } from "./PageNotBuilt.ts"

/** Characters of what a build says before its end that are kept. */
const lastWords = 4_000

/** The build's own line about what is wrong, or else the last it said. */
const reasonIn = (said: string): string | undefined => {
  const lines = said.split("\n").filter((line) => line.trim() !== "")
  return lines.findLast((line) => line.startsWith("Error: "))?.slice("Error: ".length) ?? lines.at(-1)
}

/**
 * Builds the page of the project in that folder, in a process of its own: what builds takes ten times the memory of what
 * serves, and none of it is given back. An interruption kills it.
 */
export const run = (root: string): Effect.Effect<void, PageNotBuilt> =>
  Effect.callback((resume) => {
    const failed = (message: string, cause?: unknown) => resume(Effect.fail(new PageNotBuilt({ message, cause })))
    const child = spawn(process.execPath, [join(root, "src", "page", "build", "main.ts"), root], {
      // Neither the database's address nor a password is a build's business.
      env: {},
      stdio: ["ignore", "ignore", "pipe"]
    })
    let said = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-lastWords)
    })
    child
      .on("error", (cause) => failed(`The page cannot be built: ${cause.message}`, cause))
      .on("close", (code, signal) => {
        if (code === 0) return resume(Effect.void)
        failed(`The page cannot be built: ${reasonIn(said) ?? `the build ended with ${code ?? signal}.`}`)
      })
    return Effect.callback<void>((ended) => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return ended(Effect.void)
      child.once("close", () => ended(Effect.void)).kill("SIGKILL")
    })
  })
