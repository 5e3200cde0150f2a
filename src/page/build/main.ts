import { join, resolve } from "node:path"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import * as Budget from "./Budget.ts"
import { build } from "./Build.ts"

// Vite leaves it as it is where it is set, and builds by it.
process.env.NODE_ENV = "production"

const root = resolve(process.argv[2] ?? join(import.meta.dirname, "../../.."))

const main = Effect.gen(function* () {
  const sizes = yield* build(root)
  for (const { name, bytes, gzip, br } of sizes) yield* Console.log(`${name}: ${bytes} bytes, gzip ${gzip}, br ${br}`)
  for (const kind of Budget.kinds) yield* Console.log(Budget.describe(sizes, kind))
})

NodeRuntime.runMain(
  main.pipe(
    Effect.tapError(({ message }) => Console.error(`Error: ${message}`)),
    Effect.provide(NodeServices.layer)
  ),
  { disableErrorReporting: true }
)
