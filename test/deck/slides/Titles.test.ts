import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type AnyInput, type DeckInput, isCompany } from "../../../src/deck/Input.ts"
import type { Objective } from "../../../src/domain/state/State.ts"
import { companies } from "../Companies.ts"
import { planned } from "../Planned.ts"
import { anyInput, inputs } from "../Teams.ts"
import { titleOf } from "./PlanText.ts"

/** The numbers of a text, those in words too: `none of the 4`, `both`, `all 4`, `the principle`. */
const numbersIn = (text: string): ReadonlyArray<number> => {
  const inDigits = text
    .replace(/\bnone of the /gi, "0 of ")
    .replace(/\bboth\b/gi, "2 of 2")
    .replace(/\ball (\d+)/gi, "$1 of $1")
    .replace(/\bno (principle|open objective|open one with|objective is|objective serves)/gi, "0 of 1 $1")
    .replace(/\bthe (principle\b|open objective|open one with|objective serves|objective is)/gi, "1 of 1 $1")
  return (inDigits.match(/\d+/g) ?? []).map(Number)
}

const withStatus = (objectives: ReadonlyArray<Objective>, statuses: ReadonlyArray<Objective["status"]>): number =>
  objectives.filter(({ status }) => statuses.includes(status)).length

/** The first numbers of the summary's title, computed from the state: the worst now, of all, and of the same objectives then. */
const summaryNumbers = ({ team: { objectives }, before }: DeckInput): ReadonlyArray<number> => {
  const ids = new Set(objectives.map(({ id }) => id))
  const old = before?.objectives.filter(({ id }) => ids.has(id)) ?? []
  for (const statuses of [["off_track", "missed"], ["at_risk"]] as const) {
    const [now, then] = [withStatus(objectives, statuses), withStatus(old, statuses)]
    if (now + then > 0)
      return [now, objectives.length, ...(then === 0 || then === now ? [] : [then])].slice(
        0,
        objectives.length === 1 ? 2 : 3
      )
  }
  return [objectives.length]
}

const day = (text: string): number => Date.parse(text.slice(0, 10)) / 86_400_000

const share = ({ start, target, value }: Objective["progress"][number]): number =>
  (start < target ? value >= target : value <= target)
    ? 1
    : Math.min(1 - Number.EPSILON, Math.max(0, (value - start) / (target - start)))

const down = (percent: number): number => Math.floor(Number(percent.toPrecision(12)))

const percent = (shares: ReadonlyArray<number>): number => {
  const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length
  return mean < 1 ? Math.min(99, down(mean * 100)) : 100
}

const percentOf = ({ progress }: Objective): number => percent(progress.map(share))

/** The expected percentage of an open, measured objective with a due date; null for others. */
const expected = ({ status, dueDate, createdAt, progress }: Objective, date: string): number | null => {
  if (dueDate === null || progress.length === 0 || status === "achieved" || status === "missed") return null
  const [from, to] = [day(createdAt), day(dueDate)]
  return to <= from ? 100 : down(100 * Math.min(1, Math.max(0, (day(date) - from) / (to - from))))
}

/** The exact average is rounded down in the title. */
const progressNumbers = ({ team, date }: DeckInput, title: string): ReadonlyArray<number> => {
  const measured = team.objectives.filter(({ status, progress }) => status !== "draft" && progress.length > 0)
  const paced = measured.filter((each) => expected(each, date) !== null)
  const behind = paced.filter((each) => percentOf(each) < (expected(each, date) ?? 0)).length
  const exact = measured.reduce((sum, each) => sum + Math.min(100, percentOf(each)), 0) / measured.length
  const [, said = 0] = numbersIn(title)
  const average = said === down(exact) ? said : exact
  return [measured.length, average, ...(paced.length === 0 ? [] : [behind, paced.length])]
}

const principleNumbers = ({ team }: DeckInput) => {
  const served = team.principles.filter(({ id }) =>
    team.objectives.some(({ principleIds }) => principleIds.includes(id))
  )
  return { served: served.length, all: team.principles.length }
}

const linkNumbers = (input: DeckInput): ReadonlyArray<number> => {
  const { objectives } = input.team
  const linked = objectives.filter(({ principleIds }) => principleIds.length > 0)
  const { served, all } = principleNumbers(input)
  return [linked.length, objectives.length, ...(all === 1 ? [] : [served, all])]
}

/** The wrong numbers in the titles, as sentences. */
const wrongNumbers = (input: DeckInput): ReadonlyArray<string> => {
  const made = planned(input)
  const faults: Array<string> = []
  const compare = (subject: string, wanted: ReadonlyArray<number>) => {
    const title = titleOf(made, subject)
    const found = numbersIn(title).slice(0, wanted.length)
    if (title !== "" && JSON.stringify(found) !== JSON.stringify(wanted)) {
      faults.push(`${title}: not ${wanted.join(", ")}`)
    }
  }
  if (input.team.objectives.length > 0) compare(" summary", summaryNumbers(input))
  const progress = progressNumbers(input, titleOf(made, " progress"))
  if (progress[0] !== 0) compare(" progress", progress)
  if (input.team.objectives.length > 0) compare(" principles", linkNumbers(input))
  const [, , ...schedule] = progress
  if (schedule.length > 0) compare(" trends", schedule)
  return faults
}

/** A title of its own that says something of something. */
const isSentence = (title: string): boolean =>
  /^["“\u202A\u202B]?[\p{Lu}\p{Lo}\d]/u.test(title) &&
  title.split(/\s/).length >= 3 &&
  /\d|\b(no|not|both)\b/i.test(title)

const titlesOf = (input: AnyInput): ReadonlyArray<string> => planned(input).slides.map(({ title }) => title)

const repeated = (titles: ReadonlyArray<string>): ReadonlyArray<string> =>
  titles.filter((title, index) => titles.indexOf(title) !== index)

describe("The titles of a deck", () => {
  const all: ReadonlyArray<readonly [string, AnyInput]> = [...Object.entries(inputs), ...Object.entries(companies)]

  it.each(all)("are all different: %s", (_, input) => assert.deepStrictEqual(repeated(titlesOf(input)), []))

  it("are different even if objectives have the same title", () => {
    const [objective] = inputs.quarter.team.objectives
    const { team } = inputs.quarter
    const objectives = team.objectives.map((each) => ({
      ...each,
      title: objective?.title ?? "",
      status: "at_risk" as const
    }))
    assert.deepStrictEqual(repeated(titlesOf({ ...inputs.quarter, team: { ...team, objectives } })), [])
  })

  it.each(all.filter(([name]) => name !== "hostile"))(
    "are sentences with a number, but for the cover's: %s",
    (_, input) => {
      const [, ...titles] = titlesOf(input)
      assert.deepStrictEqual(
        titles.filter((title) => !isSentence(title)),
        []
      )
    }
  )

  it.each(all)("have the numbers of the state: %s", (_, input) => {
    if (!isCompany(input)) assert.deepStrictEqual(wrongNumbers(input), [])
  })

  it("have the right numbers, and are different, for any team", () =>
    fc.assert(
      fc.property(anyInput, (input) => {
        assert.deepStrictEqual(wrongNumbers(input), [])
        assert.deepStrictEqual(repeated(titlesOf(input)), [])
      }),
      { numRuns: 60, seed: 7, endOnFailure: true }
    ))

  it("say of a real team what a board asks first", () => {
    const made = planned(inputs.quarter)
    assert.deepStrictEqual(
      [" summary", " asks", " attention", " trends", " changes", " progress", " principles"].map((subject) =>
        titleOf(made, subject).replaceAll("\u00a0", " ")
      ),
      [
        "4 of 25 objectives are off track or missed, none on 1 September; 8 are new",
        "4 objectives need a decision, first “Tariff updates need no engineer” – 40 % done, 100 % expected",
        "5 more objectives need attention: 2 with a status that progress contradicts, 3 at risk",
        "8 of 16 open objectives are behind schedule, 5 by 20 points or more (the worst 6 are shown)",
        "What changed since 1 September: 5 slipped, 1 dropped, 3 achieved, 8 new (1 of 2)",
        "21 measured objectives are at 53 % on average; 8 of 16 open ones with a due date are behind schedule (1 of 2)",
        "23 of 25 objectives serve a principle; 7 of 8 principles are served (1 of 2)"
      ]
    )
  })
})
