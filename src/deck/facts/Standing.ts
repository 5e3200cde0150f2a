import type { Objective } from "../../domain/state/State.ts"
import type { ObjectiveStatus } from "../../shared/Statuses.ts"
import type { StatusCounts } from "../Input.ts"
import { counted } from "./Numbers.ts"

/** The disjoint groups in which a deck counts objectives, in the order in which a sentence names them. */
export const groups = ["achieved", "onTrack", "atRisk", "missed", "draft"] as const
export type Group = (typeof groups)[number]

/** The groups add up to `all`. */
export interface Standing extends Readonly<Record<Group, number>> {
  readonly all: number
}

const none: StatusCounts = { draft: 0, on_track: 0, at_risk: 0, off_track: 0, achieved: 0, missed: 0 }

export const countsOf = (objectives: ReadonlyArray<Pick<Objective, "status">>): StatusCounts => {
  const counts = { ...none }
  for (const { status } of objectives) counts[status] += 1
  return counts
}

export const sumOfCounts = (all: ReadonlyArray<StatusCounts>): StatusCounts => {
  const sum = { ...none }
  for (const counts of all)
    for (const status of Object.keys(none) as Array<ObjectiveStatus>) sum[status] += counts[status]
  return sum
}

export const standingFrom = (counts: StatusCounts): Standing => {
  const { achieved, on_track: onTrack, missed, draft } = counts
  const atRisk = counts.at_risk + counts.off_track
  return { achieved, onTrack, atRisk, missed, draft, all: achieved + onTrack + atRisk + missed + draft }
}

export const standingOf = (objectives: ReadonlyArray<Pick<Objective, "status">>): Standing =>
  standingFrom(countsOf(objectives))

const wordsOf = (counts: StatusCounts): ReadonlyArray<string> => {
  const { achieved, onTrack, atRisk, missed, draft } = standingFrom(counts)
  const risk = counts.off_track === 0 ? "at risk" : counts.at_risk === 0 ? "off track" : "at risk or off track"
  const parts: ReadonlyArray<readonly [number, string]> = [
    [achieved, "achieved"],
    [onTrack, "on track"],
    [atRisk, risk],
    [missed, "missed"],
    [draft, draft === 1 ? "draft" : "drafts"]
  ]
  return parts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]))
}

/** `25 objectives: 3 achieved, 11 on track, 6 at risk or off track, 2 missed, 3 drafts`; the numbers add up. */
export const standingText = (objectives: ReadonlyArray<Pick<Objective, "status">>): string =>
  countsText(countsOf(objectives))

/** `standingText` of objectives that are counted already. */
export const countsText = (counts: StatusCounts): string => {
  const { all } = standingFrom(counts)
  if (all === 0) return "No objectives yet"
  return `${counted(all, "objective")}: ${wordsOf(counts).join(", ")}`
}
