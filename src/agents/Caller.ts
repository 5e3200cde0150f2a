import { Context, Effect } from "effect"
import type { TokenIdentity } from "../domain/Identity.ts"

/** The token that a request came with, and the user it acts for. It is set for each request before a tool runs. */
export const Caller = Context.Reference<TokenIdentity | undefined>("strategy/agents/Caller", {
  defaultValue: () => undefined
})

/** The caller of a tool. */
export const currentCaller = Effect.flatMap(Caller, (caller) =>
  caller === undefined ? Effect.die(new Error("A tool was called without a caller.")) : Effect.succeed(caller)
)

/** Keeps for the log which tool a request called, and whether it refused. */
export type CallNote = (tool: string, isRefused: boolean) => void
export const CallNote = Context.Reference<CallNote>("strategy/agents/CallNote", { defaultValue: () => () => undefined })
