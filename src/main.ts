import { enableCompileCache } from "node:module"
import { join } from "node:path"

// Set, so that the processes this one starts use the same. A folder that cannot be written costs only the time of compiling.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "../node_modules/.cache/node-compile")
enableCompileCache(process.env.NODE_COMPILE_CACHE)

// Not a static import: those are compiled before the first line of a module runs.
await import("./Server.ts")
