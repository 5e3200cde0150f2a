import { effect } from "@preact/signals"
import { type AnswerOf, addressOf } from "../contract/Call.ts"
import { type LiveView, makeLiveView } from "./LiveView.ts"
import { viewFetcher } from "./Team.ts"
import type { Workspace } from "./Workspace.ts"

export type OverviewBody = AnswerOf<"GET /api/overview">
export type OverviewTeam = OverviewBody["teams"][number]
export type OverviewObjective = OverviewBody["objectives"][number]
export type TeamChanges = AnswerOf<"GET /api/overview/changes">["teams"][number]

const clock = (): number => performance.now()

/** Changes that come within this time are fetched together. */
const burstMs = 300

/** A first comparison may make the server fold a long history; the page says that it is comparing. */
const comparisonTimeoutMs = 60_000

/** A comparison with an earlier state costs the server more, and nobody waits for it. */
const comparisonPauseMs = 10_000

export interface Overview extends Pick<LiveView<OverviewBody>, "value" | "failure" | "refresh"> {
  /** Keeps the overview up to date until the returned function is called. */
  readonly follow: () => () => void
  /** What is different since a date, `YYYY-MM-DD` by UTC; it follows the overview while it is followed itself. */
  readonly changesSince: (date: string) => LiveView<AnswerOf<"GET /api/overview/changes">>
}

/** All teams and objectives, for the pages that show them together. To be used as a feature's state. */
export const makeOverview = ({ api, lifetime, stream }: Workspace): Overview => {
  const view = makeLiveView({
    fetch: viewFetcher<"GET /api/overview">(api.send, addressOf("GET /api/overview")),
    lifetime,
    minPauseMs: burstMs,
    clock
  })
  return {
    ...view,
    follow: () => {
      let wanted = 0
      let wasLive = stream.connection.peek() === "live"
      const ends = [
        stream.onChange(
          ({ sequenceNumber }) => {
            wanted = Math.max(wanted, sequenceNumber)
            view.queueRefresh()
          },
          () => {
            wanted = 0
            view.queueRefresh()
          }
        ),
        // Another server may be slightly behind the one that announced the change.
        view.value.subscribe((body) => {
          if (body !== undefined && body.sequenceNumber < wanted) view.queueRefresh()
        }),
        view.follow(),
        // While there was no connection, changes may have been missed.
        effect(() => {
          const isLive = stream.connection.value === "live"
          if (isLive && !wasLive) view.queueRefresh()
          wasLive = isLive
        })
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    changesSince: (since) => {
      const changes = makeLiveView({
        fetch: viewFetcher<"GET /api/overview/changes">(
          (path, request) => api.send(path, { ...request, signal: AbortSignal.timeout(comparisonTimeoutMs) }),
          addressOf("GET /api/overview/changes", {}, { since })
        ),
        lifetime,
        minPauseMs: comparisonPauseMs,
        clock
      })
      return {
        ...changes,
        follow: () => {
          const ends = [
            view.value.subscribe((body) => {
              const shown = changes.value.peek()
              if (shown !== undefined && body !== undefined && body.sequenceNumber > shown.sequenceNumber)
                changes.queueRefresh()
            }),
            changes.follow()
          ]
          return () => {
            for (const end of ends) end()
          }
        }
      }
    }
  }
}
