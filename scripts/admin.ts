import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { main } from "./admin/Admin.ts"
import { limitHeapGrowth } from "./admin/HeapGrowth.ts"

limitHeapGrowth()

main.pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain({ disableErrorReporting: true }))
