import { enableCompileCache } from "node:module"
import { join } from "node:path"

// Set in the environment so that child processes use the same folder. If it is not writable, each start compiles anew.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "../node_modules/.cache/node-compile")
enableCompileCache(process.env.NODE_COMPILE_CACHE)

// A module that imports `node:http` reads all its exports, and these three would load undici, which the server does not use.
// It takes a thirtieth of a second of each start.
const http = process.getBuiltinModule("node:http")
for (const name of ["CloseEvent", "MessageEvent", "WebSocket"]) Object.defineProperty(http, name, { value: undefined })

// Imported dynamically, because static imports are compiled before the cache is enabled above.
await import("./Server.ts")
