import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import { type Change, changeKinds, changesBetween } from "../../../src/deck/facts/Changes.ts"
import { changeWords } from "../../../src/deck/facts/ChangeWords.ts"
import type { State, Team } from "../../../src/domain/state/State.ts"
import { commands, run } from "../../domain/Commands.ts"
import { example } from "../../domain/ExampleStrategy.ts"

/** Every principle, objective, initiative and measure. */
const idsOf = ({ principles, objectives }: Team): ReadonlyArray<string> => [
  ...principles.map(({ id }) => id),
  ...objectives.flatMap(({ id, initiatives, progress }) => [id, ...[...initiatives, ...progress].map(({ id }) => id)])
]

const named = (changes: ReadonlyArray<Change>, wanted: "added" | "removed"): ReadonlyArray<string> =>
  changes.flatMap((change) => {
    if (change.kind !== "added" && change.kind !== "removed") return []
    return change.kind === wanted ? [change.subject.id, ...change.parts.map(({ id }) => id)] : []
  })

const missingIn = (ids: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.filter((id) => !others.includes(id)).sort()

interface Pair {
  readonly before: Team
  readonly after: Team
}

/** Each team that lives both at some moments on the way and in the end. */
const pairs = (sequence: ReadonlyArray<number>): ReadonlyArray<Pair> => {
  const steps = run(sequence, example)
  const end = steps.at(-1)?.after ?? example
  const moments: ReadonlyArray<State> = [
    example,
    ...[1, 2, 3].flatMap((n) => steps[(n * steps.length) >> 2]?.after ?? [])
  ]
  return moments.flatMap(({ teams }) =>
    HashMap.toValues(teams).flatMap((before) => {
      const after = HashMap.toValues(end.teams).find(({ id }) => id === before.id)
      return after === undefined ? [] : [{ before, after }]
    })
  )
}

const moved = ({ principles, objectives, ...team }: Team): Team => ({
  ...team,
  principles: principles.toReversed(),
  objectives: objectives
    .map((objective) => ({
      ...objective,
      initiatives: objective.initiatives.toReversed(),
      progress: objective.progress.toReversed(),
      principleIds: objective.principleIds.toReversed()
    }))
    .toReversed()
})

const sequence = commands({ minLength: 0, maxLength: 120 })
const options = { arbitrary: { runs: 60, size: 120 } }

describe("Changes of generated teams", () => {
  it.prop(
    "are none from a team to itself, nor to itself in another order",
    { sequence },
    ({ sequence }) => {
      for (const { after } of pairs(sequence)) {
        assert.deepStrictEqual(changesBetween(after, after), [])
        assert.deepStrictEqual(changesBetween(structuredClone(after), after), [])
        assert.deepStrictEqual(changesBetween(after, moved(after)), [])
      }
    },
    options
  )

  it.prop(
    "name whatever came or went exactly once",
    { sequence },
    ({ sequence }) => {
      for (const { before, after } of pairs(sequence)) {
        const changes = changesBetween(before, after)
        const [earlier, later] = [idsOf(before), idsOf(after)]
        assert.deepStrictEqual(named(changes, "added").toSorted(), missingIn(later, earlier))
        assert.deepStrictEqual(named(changes, "removed").toSorted(), missingIn(earlier, later))
        assert.deepStrictEqual(named(changesBetween(null, after), "added").toSorted(), later.toSorted())
      }
    },
    options
  )

  it.prop(
    "the other way round are as many, and are told in order, each in words of its own",
    { sequence },
    ({ sequence }) => {
      for (const { before, after } of pairs(sequence)) {
        const changes = changesBetween(before, after)
        assert.lengthOf(changesBetween(after, before), changes.length)
        const order = changes.map(({ kind }) => changeKinds.indexOf(kind))
        assert.deepStrictEqual(
          order,
          order.toSorted((left, right) => left - right)
        )
        for (const change of changes) assert.match(changeWords(change), /^[A-Z][a-z]+ '.+' ?.*[^ ]$/su)
      }
    },
    options
  )

  it.prop(
    "tell every status that moved",
    { sequence },
    ({ sequence }) => {
      for (const { before, after } of pairs(sequence)) {
        const statuses = (team: Team) =>
          new Map(
            team.objectives.flatMap(({ id, status, initiatives }) => [
              [id, status] as const,
              ...initiatives.map((initiative) => [initiative.id, initiative.status] as const)
            ])
          )
        const [earlier, later] = [statuses(before), statuses(after)]
        const expected = [...earlier]
          .filter(([id, status]) => later.has(id) && later.get(id) !== status)
          .map(([id, status]) => `${id} ${status} ${later.get(id)}`)
        const told = changesBetween(before, after).flatMap((change) =>
          change.kind === "objectiveStatus" || change.kind === "initiativeStatus"
            ? [`${change.subject.id} ${change.from} ${change.to}`]
            : []
        )
        assert.deepStrictEqual(told.toSorted(), expected.toSorted())
      }
    },
    options
  )

  it("are of every kind in what is generated", () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 30; seed++) {
      const numbers = Array.from({ length: 120 }, (_, index) => (seed * 7919 + index * 104_729 + 13) % 2 ** 31)
      for (const { before, after } of pairs(numbers)) {
        for (const { kind } of changesBetween(before, after)) seen.add(kind)
      }
    }
    assert.sameMembers([...seen], [...changeKinds])
  })
})
