import { type CompanyFacts, inNeedFirst } from "../../facts/Company.ts"
import { counted } from "../../facts/DeckNumbers.ts"
import type { CompanyInput } from "../../Input.ts"
import { inLine } from "../../text/Direction.ts"
import type { SummaryFinding } from "../Summary.ts"

/** What a company's deck is called: its only team, the company, or `Strategy of 6 teams`. */
export const companyName = ({ teams: [first, ...others], companyName }: CompanyInput): string =>
  first !== undefined && others.length === 0
    ? first.team.name
    : (companyName ?? `Strategy of ${counted(others.length + 1, "team")}`)

/** The team whose open objectives with a due date are furthest behind what is expected of them. */
const furthestBehind = ({ teams }: CompanyFacts): ReadonlyArray<SummaryFinding> => {
  const [first] = teams.toSorted(inNeedFirst)
  if (first === undefined || first.schedule === null || first.schedule.gap <= 0 || teams.length < 2) return []
  const { input, schedule } = first
  const words = `${schedule.gap === 1 ? "point" : "points"} behind schedule: “${inLine(input.team.name)}”, the furthest of all teams`
  return [{ number: String(schedule.gap), words, subject: "portfolio" }]
}

const withoutObjectives = ({ teams }: CompanyFacts): ReadonlyArray<SummaryFinding> => {
  const none = teams.filter(({ all }) => all === 0).length
  if (none === 0) return []
  const words = `${none === 1 ? "team has" : "teams have"} no objectives yet`
  return [{ number: String(none), words, subject: "portfolio" }]
}

/** What stands out of a company besides what stands out of its teams. */
export const companyFindings = (facts: CompanyFacts): ReadonlyArray<SummaryFinding> => [
  ...furthestBehind(facts),
  ...withoutObjectives(facts)
]
