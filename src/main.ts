import { enableCompileCache } from "node:module"
import { join } from "node:path"
import { answer } from "./CommandLine.ts"

const isAnswered = answer(process.argv.slice(2))

if (!isAnswered) {
  // Set in the environment so that child processes use the same folder. If it is not writable, each start compiles anew.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "../node_modules/.cache/node-compile")
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
  // Imported dynamically, because static imports are compiled before the cache is enabled above.
  await import("./Server.ts")
}
