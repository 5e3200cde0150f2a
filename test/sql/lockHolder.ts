import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import * as FolderLock from "../../src/sql/FolderLock.ts"

/** Takes the lock of the folder given as argument and keeps it. Prints `locked`, or why it could not. */
const [dataDir = ""] = process.argv.slice(2)

FolderLock.acquire(dataDir).pipe(
  Effect.andThen(Console.log("locked")),
  Effect.andThen(Effect.never),
  Effect.catch((error) => Console.log(`${error._tag} ${error.message}`)),
  Effect.scoped,
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
