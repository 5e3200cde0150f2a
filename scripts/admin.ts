import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { main } from "./admin/Admin.ts"

main.pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain({ disableErrorReporting: true }))
