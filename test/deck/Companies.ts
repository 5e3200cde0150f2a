import type { CompanyInput, DeckInput } from "../../src/deck/Input.ts"
import { entityId } from "../domain/Commands.ts"
import { inputs } from "./Teams.ts"

/** A copy of a team under another name, with new ids of team and objectives, so that they are unique in the company. */
const renamed = (input: DeckInput, name: string, number: number) => {
  const { team, before, selection, postponements, reasons } = input
  const id = entityId(0x9000 + number)
  const unique = (objective: DeckInput["team"]["objectives"][number], index: number) => ({
    ...objective,
    id: entityId(0x10000000 + number * 0x1000 + index)
  })
  const own = (of: DeckInput["team"]) => ({ ...of, id, name, objectives: of.objectives.map(unique) })
  return {
    ...{ team: own(team), before: before === null ? null : own(before), selection },
    ...{ postponements, reasons }
  }
}

const context = {
  sequenceNumber: 4711,
  date: "2026-11-14",
  since: "2026-10-15",
  lastDeck: null,
  detail: "board",
  notes: true,
  timeZone: "UTC",
  companyName: null,
  pageUrl: null
} as const

const companyOf = (teams: ReadonlyArray<readonly [name: string, of: DeckInput]>): CompanyInput => ({
  ...context,
  teams: teams.map(([name, of], number) => renamed(of, name, number))
})

const { quarter, sample, black, white, hebrew, empty } = inputs

/** The states that a company's many teams are copies of. */
const kinds = [quarter, sample, black, inputs.tiny, white] as const

export const companies = {
  six: companyOf([
    ["Customer onboarding", sample],
    ["Parcel Services", quarter],
    ["Platform", black],
    ["Quality", white],
    ["Support in Haifa", hebrew],
    ["Newcomers", empty]
  ]),
  twoHundred: companyOf(
    Array.from({ length: 200 }, (_, index) => [
      `Team ${String(index + 1).padStart(3, "0")}`,
      kinds[index % kinds.length] ?? sample
    ])
  )
} satisfies Readonly<Record<string, CompanyInput>>
