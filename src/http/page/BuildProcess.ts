import { spawn } from "node:child_process"
import { join } from "node:path"
import { Effect } from "effect"
import { PageNotBuilt } from "./PageNotBuilt.ts"

/** How many of the last characters of a build's error output are kept. */
const maxKeptLength = 4_000

/** Node's message for a package that is not installed. */
const missingPackage = /Cannot find package '([^']+)'/

/** The error line of the build's output, or else its last line. */
const failureReason = (stderr: string): string | undefined => {
  const missing = missingPackage.exec(stderr)?.[1]
  if (missing !== undefined) {
    return `${missing} is not installed. Install without leaving out optional packages, or copy a built page into dist.`
  }
  const lines = stderr.split("\n").filter((line) => line.trim() !== "")
  return lines.findLast((line) => line.startsWith("Error: "))?.slice("Error: ".length) ?? lines.at(-1)
}

/**
 * Builds the page of the project in the folder `root`. It runs in a process of its own, since a build takes ten times
 * the memory of the server and would not give it back. An interruption kills that process.
 */
export const run = (root: string): Effect.Effect<void, PageNotBuilt> =>
  Effect.callback((resume) => {
    const failed = (message: string, cause?: unknown) => resume(Effect.fail(new PageNotBuilt({ message, cause })))
    const child = spawn(process.execPath, [join(root, "src/web/build/buildPage.ts"), root], {
      // The build must not see the database's address or a password.
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ["ignore", "ignore", "pipe"]
    })
    let stderr = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = `${stderr}${text}`.slice(-maxKeptLength)
    })
    child
      .on("error", (cause) => failed(`The page cannot be built: ${cause.message}`, cause))
      .on("close", (code, signal) => {
        if (code === 0) return resume(Effect.void)
        failed(`The page cannot be built: ${failureReason(stderr) ?? `the build ended with ${code ?? signal}.`}`)
      })
    return Effect.callback<void>((ended) => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return ended(Effect.void)
      child.once("close", () => ended(Effect.void)).kill("SIGKILL")
    })
  })
