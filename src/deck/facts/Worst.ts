import { entityPairs, keptPairs } from "../../domain/state/EntityPairs.ts"
import type { Objective } from "../../domain/state/State.ts"
import { type ObjectiveStatus, statusCounts } from "../../shared/Statuses.ts"
import type { DeckInput } from "../Input.ts"
import { sinceText } from "./DeckDates.ts"
import { shareTitle } from "./ShareText.ts"
import { countsText } from "./Standing.ts"
import { objectiveMarks } from "./StatusFacts.ts"

/** Objectives now, and those of the day compared with; null where there were none then. */
export interface ThenAndNow {
  readonly now: ReadonlyArray<Objective>
  readonly before: ReadonlyArray<Objective> | null
  /** The day compared with: `1 September`. */
  readonly since: string
}

/** A team's, or those of several teams together. */
export const thenAndNow = (...inputs: ReadonlyArray<DeckInput>): ThenAndNow => {
  const [first] = inputs
  const before = inputs.flatMap(({ before }) => before?.objectives ?? [])
  return {
    now: inputs.flatMap(({ team }) => team.objectives),
    before: before.length === 0 ? null : before,
    since: first === undefined ? "" : sinceText(first)
  }
}

/** The objectives that were already there, as they were then. What is new or gone is compared with nothing. */
const survivors = ({ now, before }: ThenAndNow): ReadonlyArray<Objective> =>
  keptPairs(entityPairs(before ?? [], now)).map(([then]) => then)

/** `28 are new`; nothing where none is, or where all are. */
const newWords = (compared: ThenAndNow): ReadonlyArray<string> => {
  const [all, old] = [compared.now.length, survivors(compared).length]
  const count = all - old
  if (old === 0 || count === 0) return []
  return [`${count}\u00A0${count === 1 ? "is" : "are"}\u00A0new`]
}

/** What a title counts first. */
const worst: ReadonlyArray<ReadonlyArray<ObjectiveStatus>> = [["off_track", "missed"], ["at_risk"]]

const countIn = (objectives: ReadonlyArray<Objective>, statuses: ReadonlyArray<ObjectiveStatus>): number =>
  objectives.filter(({ status }) => statuses.includes(status)).length

const shareOf = (count: number, all: number, statuses: ReadonlyArray<ObjectiveStatus>): string => {
  const words = statuses.map((status) => objectiveMarks[status].word.toLowerCase()).join(" or ")
  const [is, are] = words === "draft" ? ["is a draft", "are drafts"] : [`is ${words}`, `are ${words}`]
  return shareTitle(count, all, { one: "objective", many: "objectives", is, are })
}

/**
 * How objectives stand, the worst first, beside the same objectives on the day compared with: `8 of 52 objectives are off
 * track or missed, none on 25 October; 28 are new`.
 */
export const worstText = (compared: ThenAndNow): string => {
  const { now, since } = compared
  const before = survivors(compared)
  const known = [...now, ...before]
  const group = worst.map((statuses) => statuses.filter((status) => countIn(known, [status]) > 0)).find((_) => _.length)
  if (group === undefined) {
    const statuses = [...new Set(now.map(({ status }) => status))]
    return now.length > 1 && statuses.length === 1
      ? shareOf(now.length, now.length, statuses)
      : countsText(statusCounts(now))
  }
  const [bad, badThen] = [countIn(now, group), countIn(before, group)]
  const moved = `${bad > badThen ? "up" : "down"} from ${badThen}`
  const others = badThen === 0 ? "none" : moved
  const earlier = bad === badThen ? "the same as" : now.length === 1 ? "unlike" : others
  const share = `${shareOf(bad, now.length, group)}${before.length === 0 ? "" : `, ${earlier} on ${since}`}`
  const atRisk = countIn(now, ["at_risk"])
  const next =
    bad === 0 && atRisk > 0 && !group.includes("at_risk") ? [`${atRisk} ${atRisk === 1 ? "is" : "are"} at risk`] : []
  return [share, ...next, ...newWords(compared)].join("; ")
}
