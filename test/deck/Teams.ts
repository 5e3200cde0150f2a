import * as fc from "fast-check"
import type { DeckInput } from "../../src/deck/Input.ts"
import type { Team } from "../../src/domain/state/State.ts"
import { type ObjectiveSpec, type TeamSpec, teamOf } from "./Build.ts"
import { hebrewSpec } from "./HebrewTeam.ts"
import { hostileSpec, hostileTexts } from "./HostileTeam.ts"
import { lastDay, quarterBegin, quarterTeamOn } from "./quarter/QuarterTeam.ts"
import { sample } from "./SampleDeck.ts"

const date = "2026-11-14"
const objectiveStatuses = ["draft", "on_track", "at_risk", "off_track", "achieved", "missed"] as const
const initiativeStatuses = ["planned", "active", "done", "dropped"] as const

const pick = <A>(list: readonly [A, ...ReadonlyArray<A>], index: number): A => list[index % list.length] ?? list[0]

/** The input for a deck of a team on a fixed day. */
const inputOfTeams = (after: Team, before: Team | null): DeckInput => {
  return {
    team: after,
    sequenceNumber: 4711,
    date,
    since: "2026-10-15",
    lastDeck: null,
    detail: "full",
    notes: true,
    timeZone: "UTC",
    companyName: null,
    pageUrl: null,
    selection: null,
    postponements: new Map(),
    reasons: new Map(),
    before
  }
}

/** The input for a deck of a team that a spec describes. */
export const inputOf = (team: TeamSpec, before: TeamSpec | null = null): DeckInput =>
  inputOfTeams(teamOf(team), before === null ? null : teamOf(before))

const emptySpec: TeamSpec = { name: "Newcomers", color: "#336699", principles: [], objectives: [] }

const words = "We answer every customer within one working day and say plainly what we do not know yet".split(" ")
const phrase = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, index) => words[(seed * 7 + index * 3) % words.length]).join(" ")

const largeObjective = (n: number, later: boolean): ObjectiveSpec => ({
  title: `Objective ${n + 1}: ${phrase(n, 3 + (n % 9))}`,
  description: n % 4 === 0 ? "" : phrase(n, 10 + (n % 60)),
  status: pick(objectiveStatuses, later ? n + (n % 5 === 0 ? 1 : 0) : n),
  dueDate: n % 5 === 0 ? null : `2026-${n % 2 === 0 ? "11" : "12"}-${String(1 + (n % 28)).padStart(2, "0")}`,
  principles: n % 11 === 0 ? [] : [n % 50, (n * 7 + 1) % 50].filter((index, at, all) => all.indexOf(index) === at),
  groups: n % 3 === 0 ? ["Now", "Next"] : [],
  initiatives: Array.from({ length: n % 6 }, (_, index) => ({
    title: `Initiative ${index + 1} of ${n + 1}: ${phrase(n + index, 6)}`,
    status: pick(initiativeStatuses, n + index),
    group: index % 3 === 2 ? null : index % 3
  })),
  measures: Array.from({ length: n % 4 }, (_, index) => ({
    name: `Measure ${index + 1} of ${n + 1}`,
    unit: pick(["%", "days", "", "EUR"], n + index),
    start: 10 * index,
    target: 100 + index,
    checkIns: [5, 4, 3].slice(later ? 0 : 1).map((step) => ({
      value: (step * (n % 21)) % 110,
      confidence: (n + step) % 11,
      note: step === 4 ? "" : phrase(n + step, 12),
      timestamp: `2026-${String(step + 5).padStart(2, "0")}-09T09:30:00.000Z`,
      actorName: pick(["ada", "grace"], step)
    }))
  }))
})

const largeSpec = (later: boolean): TeamSpec => ({
  name: "All of the company",
  color: "#0b6e4f",
  principles: Array.from({ length: 50 }, (_, n) => ({
    title: `Principle ${n + 1}: ${phrase(n, 4 + (n % 8))}`,
    description: phrase(n, 20 + 4 * n)
  })),
  objectives: Array.from({ length: later ? 300 : 290 }, (_, n) => largeObjective(n, later))
})

const small = (color: string): TeamSpec => {
  const { name, principles, objectives } = largeSpec(true)
  return { name, color, principles: principles.slice(0, 3), objectives: objectives.slice(0, 7) }
}

/** The teams with which every part of the deck is tested. */
export const inputs = {
  empty: inputOf(emptySpec),
  sample,
  /** One objective of the sample team. */
  tiny: inputOfTeams({ ...sample.team, principles: [], objectives: sample.team.objectives.slice(0, 1) }, null),
  /** A realistic team over twelve weeks. */
  quarter: {
    ...inputOfTeams(quarterTeamOn(lastDay), quarterTeamOn(quarterBegin)),
    since: quarterBegin
  },
  hebrew: inputOf(hebrewSpec),
  /** 50 principles, 300 objectives; compared with itself 30 days ago. */
  large: inputOf(largeSpec(true), largeSpec(false)),
  /** Texts of every kind and maximum length; an objective with everything that it may have. */
  hostile: inputOf(hostileSpec, { ...hostileSpec, objectives: hostileSpec.objectives.slice(2).toReversed() }),
  white: inputOf(small("#ffffff"), small("#ffffff")),
  black: inputOf(small("#000000"), emptySpec),
  yellow: inputOf(small("#ffd400")),
  grey: inputOf(small("#808080")),
  /** The colours of statuses. */
  green: inputOf(small("#127a5c")),
  red: inputOf(small("#961a1a"))
} satisfies Readonly<Record<string, DeckInput>>

/** An arbitrary text of `min` to `max` code points that the domain accepts unchanged. */
const text = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc
        .array(fc.constantFrom(...words), { minLength: min, maxLength: Math.max(1, Math.floor(max / 8)) })
        .map((all) => all.join(" ")),
      fc.constantFrom(...hostileTexts),
      fc.string({ unit: "grapheme", minLength: min, maxLength: max })
    )
    .map((raw) =>
      [
        ...raw
          .normalize("NFC")
          .replaceAll(/\p{Cc}|\u2028|\u2029/gu, " ")
          .trim()
      ]
        .slice(0, max)
        .join("")
        .trim()
    )
    .map((raw) => (raw.length < min ? "x" : raw))

const quantity = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ min: -1e15, max: 1e15, noNaN: true }))
const day = fc
  .tuple(fc.constantFrom("2025-12", "2026-10", "2026-11", "2027-02"), fc.integer({ min: 1, max: 28 }))
  .map(([month, n]) => `${month}-${String(n).padStart(2, "0")}`)

const checkIn = fc.record({
  value: quantity,
  confidence: fc.option(fc.integer({ min: 0, max: 10 })),
  note: text(0, 1000),
  timestamp: day.map((each) => `${each}T12:00:00.000Z`),
  actorName: text(1, 50)
})

const measure = fc
  .record({
    name: text(1, 100),
    unit: text(0, 20),
    start: quantity,
    target: quantity,
    checkIns: fc.array(checkIn, { maxLength: 4 })
  })
  .filter(({ start, target }) => start !== target)

const objective: fc.Arbitrary<ObjectiveSpec> = fc.record({
  title: text(1, 250),
  description: text(0, 4096),
  status: fc.constantFrom(...objectiveStatuses),
  dueDate: fc.option(day),
  principles: fc.uniqueArray(fc.nat(11), { maxLength: 6 }),
  groups: fc.array(text(1, 100), { maxLength: 5 }),
  initiatives: fc.array(
    fc.record({ title: text(1, 250), status: fc.constantFrom(...initiativeStatuses), group: fc.option(fc.nat(5)) }),
    { maxLength: 12 }
  ),
  measures: fc.array(measure, { maxLength: 5 })
})

const specWith = (maxPrinciples: number, maxObjectives: number): fc.Arbitrary<TeamSpec> =>
  fc.record({
    name: text(1, 100),
    color: fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`),
    principles: fc.array(fc.record({ title: text(1, 250), description: text(0, 4096) }), { maxLength: maxPrinciples }),
    objectives: fc.array(objective, { maxLength: maxObjectives })
  })

const inputWith = (spec: fc.Arbitrary<TeamSpec>): fc.Arbitrary<DeckInput> =>
  fc.tuple(spec, fc.option(spec)).map(([team, before]) => inputOf(team, before))

/** Teams of any text, colour and shape, with or without an earlier state that has some entities in common. */
export const anyInput = inputWith(specWith(12, 25))

/** Such teams with few entities, for checks of packages rather than of layouts. */
export const anySmallInput = inputWith(specWith(4, 5))
