import { Effect, Metric } from "effect"

/** Why a stream ended. `left` means that the client closed it or that the connection was lost. */
export type CloseReason = "left" | "slow" | "session" | "shutdown" | "busy_user" | "busy_server"

/** How a reconnecting client was served: from memory, from the log, or with a reset. */
export type ResumedFrom = "ring" | "log" | "reset"

const openStreams = Metric.gauge("strategy_streams_open", { description: "Event streams that are open" })

const closed = (reason: CloseReason) =>
  Metric.counter("strategy_streams_closed_total", {
    description: "Event streams that ended or were refused",
    incremental: true,
    attributes: { reason }
  })

const resumed = (from: ResumedFrom) =>
  Metric.counter("strategy_streams_resumed_total", {
    description: "Event streams that were resumed, by where the missed events came from",
    incremental: true,
    attributes: { from }
  })

/** All series exist from the start, at zero, so that rates include the first increment. */
export const make = Effect.map(Effect.context<never>(), (context) => {
  const closedBy = {
    left: closed("left"),
    slow: closed("slow"),
    session: closed("session"),
    shutdown: closed("shutdown"),
    busy_user: closed("busy_user"),
    busy_server: closed("busy_server")
  }
  const resumedFrom = { ring: resumed("ring"), log: resumed("log"), reset: resumed("reset") }
  for (const metric of [...Object.values(closedBy), ...Object.values(resumedFrom)]) metric.updateUnsafe(0, context)
  openStreams.updateUnsafe(0, context)
  return {
    open: (count: number) => openStreams.updateUnsafe(count, context),
    closed: (reason: CloseReason) => closedBy[reason].updateUnsafe(1, context),
    resumed: (from: ResumedFrom) => resumedFrom[from].updateUnsafe(1, context)
  }
})

export type StreamCounters = Effect.Success<typeof make>
