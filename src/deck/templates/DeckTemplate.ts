import { execFile } from "node:child_process"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Context, Effect } from "effect"

/** A company's presentation from which decks take theme, layouts and pictures, as it was when the server started. */
export interface CheckedTemplate {
  readonly path: string
  /** SHA-256 of the file, in base64url. */
  readonly digest: string
}

/** Null: decks have the service's own. */
export const DeckTemplate = Context.Reference<CheckedTemplate | null>("strategy/deck/DeckTemplate", {
  defaultValue: () => null
})

const script = fileURLToPath(new URL("./templateCheck.ts", import.meta.url))

/** MiB, and milliseconds: what a template on which it stops would take. */
const limits = { memory: 320, timeout: 30_000 }

/**
 * Reads a template in a process of its own, which knows no secret and does not take the server along. Fails with what the
 * template lacks, as the end of a sentence.
 */
export const check = (path: string): Effect.Effect<CheckedTemplate, string> =>
  Effect.callback((done) => {
    const { memory, timeout } = limits
    const args = [`--max-old-space-size=${memory}`, script, path]
    const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
    const child = execFile(process.execPath, args, { env, timeout, killSignal: "SIGKILL" }, (error, stdout) => {
      const said = stdout.trim()
      if (error === null) done(Effect.succeed({ path: resolve(path), digest: said }))
      else done(Effect.fail(said === "" ? "it takes too much time or memory to read" : said))
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })
