import { join, resolve } from "node:path"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { build } from "./Build.ts"

// Vite respects a value that is already set, so the environment of the caller must not decide it.
process.env.NODE_ENV = "production"

const root = resolve(process.argv[2] ?? join(import.meta.dirname, "../../.."))

NodeRuntime.runMain(
  build(root).pipe(
    Effect.tapError(({ message }) => Console.error(`Error: ${message}`)),
    Effect.provide(NodeServices.layer)
  ),
  { disableErrorReporting: true }
)
