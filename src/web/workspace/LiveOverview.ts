import { computed, effect, type ReadonlySignal } from "@preact/signals"
import { type AnswerOf, addressOf } from "../contract/Call.ts"
import type { Result } from "../contract/Result.ts"
import { type Alignment, alignmentOf, leadingTeamsFirst } from "./Alignment.ts"
import { type LiveView, makeLiveView } from "./live/LiveView.ts"
import { retryWhileBusy } from "./RetryWhileBusy.ts"
import { viewFetcher } from "./Team.ts"
import type { Workspace } from "./Workspace.ts"

export type OverviewBody = AnswerOf<"GET /api/overview">
export type OverviewTeam = OverviewBody["teams"][number]
export type OverviewObjective = OverviewBody["objectives"][number]
export type Trend = AnswerOf<"GET /api/overview/trend">
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
  /** With the teams first whose objectives other teams support; undefined until loaded. */
  readonly ordered: ReadonlySignal<OverviewBody | undefined>
  /** How its objectives support each other; undefined until loaded. */
  readonly alignment: ReadonlySignal<Alignment | undefined>
  /** What is different since a date, `YYYY-MM-DD`, or a sequence number; it follows the overview while it is followed itself. */
  readonly changesSince: (date: string) => LiveView<AnswerOf<"GET /api/overview/changes">>
  /** The overview at the end of an earlier day, `YYYY-MM-DD`. It never changes. */
  readonly asOf: (date: string) => LiveView<OverviewBody>
  /** The latest weeks of all teams; it follows the overview in the same way. */
  readonly trend: () => LiveView<Trend>
}

/** All teams and objectives, for the pages that show them together. To be used as a feature's state. */
export const makeOverview = ({ api, lifetime, stream }: Workspace): Overview => {
  const view = makeLiveView({
    fetch: viewFetcher<"GET /api/overview">(api.send, addressOf("GET /api/overview")),
    lifetime,
    minPauseMs: burstMs,
    clock
  })
  const ordered = computed(() => view.value.value && leadingTeamsFirst(view.value.value))
  const sendSlowly: typeof api.send = (path, request) =>
    api.send(path, { ...request, signal: AbortSignal.timeout(comparisonTimeoutMs) })
  /** A view of earlier states that is fetched again when the overview has moved on. */
  const compared = <A extends { readonly sequenceNumber: number }>(fetch: () => Promise<Result<A>>): LiveView<A> => {
    const earlier = makeLiveView({ fetch, lifetime, minPauseMs: comparisonPauseMs, clock })
    return {
      ...earlier,
      follow: () => {
        const ends = [
          view.value.subscribe((body) => {
            const shown = earlier.value.peek()
            if (shown !== undefined && body !== undefined && body.sequenceNumber > shown.sequenceNumber)
              earlier.queueRefresh()
          }),
          earlier.follow()
        ]
        return () => {
          for (const end of ends) end()
        }
      }
    }
  }
  return {
    ...view,
    ordered,
    alignment: computed(() => ordered.value && alignmentOf(ordered.value)),
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
    changesSince: (since) =>
      compared(
        viewFetcher<"GET /api/overview/changes">(sendSlowly, addressOf("GET /api/overview/changes", {}, { since }))
      ),
    asOf: (at) => {
      const fetch = viewFetcher<"GET /api/overview">(api.send, addressOf("GET /api/overview", {}, { at }))
      return makeLiveView({
        fetch: () => retryWhileBusy(lifetime, fetch),
        lifetime,
        minPauseMs: comparisonPauseMs,
        clock
      })
    },
    trend: () => compared(viewFetcher<"GET /api/overview/trend">(sendSlowly, addressOf("GET /api/overview/trend")))
  }
}
