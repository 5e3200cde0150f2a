import { Effect } from "effect"
import * as ChangeHandlers from "./ChangeHandlers.ts"
import type { ServedTool } from "./Definition.ts"
import * as FindTool from "./FindTool.ts"
import * as LogTools from "./LogTools.ts"
import * as ObjectiveTool from "./ObjectiveTool.ts"
import * as OverviewTool from "./OverviewTool.ts"
import * as TeamTools from "./TeamTools.ts"

/** All tools, over the services of the server. */
export const make = Effect.gen(function* () {
  const tools: ReadonlyArray<ServedTool> = [
    yield* OverviewTool.make,
    yield* FindTool.make,
    ...(yield* TeamTools.make),
    yield* ObjectiveTool.make,
    ...(yield* LogTools.make),
    ...(yield* ChangeHandlers.make)
  ]
  return tools
})
