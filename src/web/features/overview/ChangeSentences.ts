import { isPostponed, rankOf, statusMove } from "../../../shared/Statuses.ts"
import { countParts, initiativeParts } from "../../../shared/words/NetChanges.ts"
import { withSpaces } from "../../../shared/words/Nouns.ts"
import { formatNumber, pageFormats } from "../../texts/values/PageFormats.ts"
import type { TeamChanges } from "../../workspace/LiveOverview.ts"

type Status = TeamChanges["statusChanges"][number]["from"]

/** The order of meanings in a sentence; meanings of the same place keep the order of their first appearance. */
const places = ["achieved", "missed", "slipped", "back", "improved", "started", "reopened", "draft"] as const

interface Meaning {
  readonly place: (typeof places)[number]
  readonly text: string
}

/** What a change of status means, to be read after a number: "slipped from on track". */
const meaningOf = (from: Status, to: Status): Meaning => {
  if (to === "achieved" || to === "missed") return { place: to, text: withSpaces(to) }
  if (to === "draft") return { place: "draft", text: "back to draft" }
  const move = statusMove(from, to)
  if (move === "started")
    return { place: move, text: to === "on_track" ? "started" : `from draft to ${withSpaces(to)}` }
  if (move === "slipped") return { place: move, text: `slipped from ${withSpaces(from)}` }
  if (from === "missed") return { place: "reopened", text: "reopened" }
  return to === "on_track"
    ? { place: "back", text: "back on track" }
    : { place: "improved", text: `improved to ${withSpaces(to)}` }
}

const placeOf = ({ place }: Meaning): number => places.indexOf(place)

const dueMeaning = (from: string | null, to: string | null): string => {
  if (from === null) return "given a due date"
  if (to === null) return "left without a due date"
  return isPostponed(from, to) ? "postponed" : "brought forward"
}

/** Null is the place of an objective without measures. */
const progressMeaning = (from: number | null, to: number | null): string => {
  if (from === null) return "now measured"
  if (to === null) return "no longer measured"
  return to > from ? "progressed" : "fell back"
}

type WrongWay = TeamChanges["wrongWayChanges"][number]["to"]

const wrongWayMeaning = (from: WrongWay, to: WrongWay): string => {
  if (to === null) return "no longer worse than at the start"
  return from?.id === to.id && to.by < from.by ? "less far the wrong way" : "moved the wrong way"
}

const counted = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...Map.groupBy(texts, (text) => text)].map(([text, all]) => `${formatNumber(all.length)} ${text}`)

/**
 * What has changed in teams together, in parts such as "3 achieved", "2 slipped from on track", "4 new objectives"; the
 * weightiest first.
 */
export const changeParts = (teams: ReadonlyArray<TeamChanges>): ReadonlyArray<string> => {
  const statuses = teams
    .flatMap(({ statusChanges }) => statusChanges.map(({ from, to }) => meaningOf(from, to)))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
  return [
    ...counted(statuses.map(({ text }) => text)),
    ...countParts(teams, "objectives", pageFormats),
    ...counted(teams.flatMap(({ dueDateChanges }) => dueDateChanges.map(({ from, to }) => dueMeaning(from, to)))),
    ...counted(
      teams.flatMap(({ progressChanges }) => progressChanges.map(({ from, to }) => progressMeaning(from, to)))
    ),
    ...counted(
      teams.flatMap(({ wrongWayChanges }) => wrongWayChanges.map(({ from, to }) => wrongWayMeaning(from, to)))
    ),
    ...initiativeParts(
      teams.flatMap(({ initiativeChanges }) => initiativeChanges),
      pageFormats
    ),
    ...countParts(teams, "principles", pageFormats)
  ]
}

export interface StatusFlow {
  readonly from: Status
  readonly to: Status
  readonly changes: ReadonlyArray<TeamChanges["statusChanges"][number] & { readonly teamId: TeamChanges["team"]["id"] }>
}

/** The changes of status by what they lead from and to: the worst outcome first, and then what fell furthest. */
export const statusFlows = (teams: ReadonlyArray<TeamChanges>): ReadonlyArray<StatusFlow> => {
  const all = teams.flatMap(({ team, statusChanges }) =>
    statusChanges.map((change) => ({ ...change, teamId: team.id }))
  )
  return [...Map.groupBy(all, ({ from, to }) => `${from} ${to}`).values()]
    .flatMap((changes): ReadonlyArray<StatusFlow> => changes.slice(0, 1).map(({ from, to }) => ({ from, to, changes })))
    .sort((one, other) => rankOf(one.to) - rankOf(other.to) || rankOf(other.from) - rankOf(one.from))
}
