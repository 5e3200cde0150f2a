import { join, resolve } from "node:path"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { build } from "./Build.ts"
import * as SizeBudget from "./SizeBudget.ts"

// Vite respects a value that is already set, so the environment of the caller must not decide it.
process.env.NODE_ENV = "production"

const root = resolve(process.argv[2] ?? join(import.meta.dirname, "../../.."))

const main = Effect.gen(function* () {
  const sizes = yield* build(root)
  for (const { name, bytes, gzip, br } of sizes) yield* Console.log(`${name}: ${bytes} bytes, gzip ${gzip}, br ${br}`)
  for (const kind of SizeBudget.kinds) yield* Console.log(SizeBudget.describe(sizes, kind))
})

NodeRuntime.runMain(
  main.pipe(
    Effect.tapError(({ message }) => Console.error(`Error: ${message}`)),
    Effect.provide(NodeServices.layer)
  ),
  { disableErrorReporting: true }
)
