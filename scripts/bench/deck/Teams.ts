import { EntityId } from "../../../src/domain/entities/Ids.ts"
import type { CheckIn, Initiative, Objective, Principle, Progress, Team } from "../../../src/domain/state/State.ts"
import { checkInsKept, noteLength, perObjective, perTeam, titleLength } from "../../../src/shared/Limits.ts"
import { objectiveStatuses } from "../../../src/shared/Statuses.ts"

/** The numbers of a team's entities; texts in characters. */
interface TeamShape {
  readonly principles: number
  readonly objectives: number
  readonly initiatives: number
  readonly measures: number
  readonly checkIns: number
  readonly title: number
  readonly note: number
}

/** A team at every limit at once. */
export const everyLimit: TeamShape = {
  ...{ principles: perTeam.principles, objectives: perTeam.objectives, checkIns: checkInsKept },
  ...{ initiatives: perObjective.initiatives, measures: perObjective.progress, title: titleLength, note: noteLength }
}

/** A team with as many principles and objectives as there can be, each with a little in it. */
export const full: TeamShape = {
  ...{ principles: perTeam.principles, objectives: perTeam.objectives, checkIns: 1 },
  ...{ initiatives: 2, measures: 1, title: 60, note: 120 }
}

/** A typical team of a company. */
export const usual: TeamShape = {
  ...{ principles: 6, objectives: 25, initiatives: 4, measures: 2, checkIns: 12, title: 60, note: 120 }
}

const millisPerDay = 86_400_000
/** The day of the decks, 14 November 2026, as Unix time in milliseconds. */
const lastDay = Date.UTC(2026, 10, 14)
export const date = "2026-11-14"
export const since = "2026-10-15"

const id = (team: number, kind: number, outer: number, inner: number): EntityId => {
  const [group, last] = [team.toString(16), (outer * 1_000 + inner).toString(16)]
  return EntityId.make(`${group.padStart(8, "0")}-0000-4000-800${kind}-${last.padStart(12, "0")}`)
}

const words = "We answer every customer within a day. ".repeat(30)

const timestamp = (daysAgo: number): string => new Date(lastDay - daysAgo * millisPerDay).toISOString()

const signed = { createdAt: timestamp(300), createdBy: "ada", updatedAt: timestamp(3), updatedBy: "grace" }
const versions = {}

const checkIn = (n: number, seed: number, { note }: TeamShape): CheckIn => ({
  ...{ sequenceNumber: 1_000_000 - n, timestamp: timestamp(2 * n + 1), actorName: "ada" },
  ...{ value: ((seed * 37) % 90) - (n % 40), confidence: (seed + n) % 11, note: words.slice(n % 30, (n % 30) + note) }
})

const measure = (team: number, n: number, index: number, shape: TeamShape): Progress => {
  const checkIns = Array.from({ length: shape.checkIns }, (_, at) => checkIn(at, n * 20 + index, shape))
  const { value, confidence, note } = checkIns[0] ?? { value: 0, confidence: null, note: "" }
  return {
    ...{ id: id(team, 3, n, index), name: `Measure ${index} of ${n}`, unit: "accounts", start: 0, target: 100 },
    ...{ value, confidence, note, updatedAt: timestamp(1), updatedBy: "ada", checkIns, versions }
  }
}

const objective = (team: number, n: number, shape: TeamShape): Objective => ({
  ...{ id: id(team, 2, n, 0), title: `${n}: ${words}`.slice(0, shape.title), description: words, versions, ...signed },
  status: objectiveStatuses[n % objectiveStatuses.length] ?? "draft",
  dueDate: n % 5 === 0 ? null : timestamp(-10 * (n % 20) + 30).slice(0, 10),
  baselinePercent: 0,
  principleIds: [id(team, 1, n % shape.principles, 0)],
  groups: [],
  initiatives: Array.from({ length: shape.initiatives }, (_, index): Initiative => {
    const title = `${index}: ${words}`.slice(0, shape.title)
    return { id: id(team, 4, n, index), title, status: "active", groupId: null, versions }
  }),
  progress: Array.from({ length: shape.measures }, (_, index) => measure(team, n, index, shape))
})

/** A team of this shape, of which a sixth of the objectives has each status. */
export const teamOf = (team: number, shape: TeamShape): Team => ({
  ...{ id: id(team, 0, 0, 0), name: `Team ${team}`, color: "#1f5fbf", touchedAt: 1_000_000, versions },
  principles: Array.from({ length: shape.principles }, (_, n): Principle => {
    return { id: id(team, 1, n, 0), title: `Principle ${n}`, description: words, versions, ...signed }
  }),
  objectives: Array.from({ length: shape.objectives }, (_, n) => objective(team, n, shape))
})
