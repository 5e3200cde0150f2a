import { type CompanyFacts, inNeedFirst } from "../../facts/Company.ts"
import { counted } from "../../facts/DeckNumbers.ts"
import { findingsOf } from "../../facts/Findings.ts"
import { thenAndNow, worstText } from "../../facts/Worst.ts"
import type { CompanyInput } from "../../Input.ts"
import { inLine } from "../../text/Direction.ts"
import { companyKey } from "../SlideIds.ts"
import { type findingsTable, standingStrip, summarySlide, type ToldSummary } from "../Summary.ts"

type Findings = Parameters<typeof findingsTable>[0]

/** What a company's deck is called: its only team, the company, or `Strategy of 6 teams`. */
export const companyName = ({ teams: [first, ...others], companyName }: CompanyInput): string =>
  first !== undefined && others.length === 0
    ? first.team.name
    : (companyName ?? `Strategy of ${counted(others.length + 1, "team")}`)

/** The team whose open objectives with a due date are furthest behind what is expected of them. */
const furthestBehind = ({ teams }: CompanyFacts): Findings => {
  const [first] = teams.toSorted(inNeedFirst)
  if (first === undefined || first.schedule === null || first.schedule.gap <= 0 || teams.length < 2) return []
  const { input, schedule } = first
  const over = schedule.of === 1 ? "in 1 objective" : `on average, over ${schedule.of} objectives`
  const words = `points behind schedule ${over}: “${inLine(input.team.name)}” is furthest behind`
  return [{ number: String(schedule.gap), words, link: companyKey("portfolio") }]
}

const withoutObjectives = ({ teams }: CompanyFacts): Findings => {
  const none = teams.filter(({ all }) => all === 0).length
  if (none === 0) return []
  const words = `${none === 1 ? "team has" : "teams have"} no objectives yet`
  return [{ number: String(none), words, link: companyKey("portfolio") }]
}

/** Where all teams stand together, what stands out, and what changed. */
export const companySummary = (facts: CompanyFacts): ToldSummary => {
  const inputs = facts.teams.map(({ input }) => input)
  const compared = thenAndNow(...inputs)
  const { since } = compared
  return summarySlide(
    { key: companyKey("summary"), title: worstText(compared) },
    standingStrip(compared, inputs[0]?.date ?? ""),
    {
      findings: [
        ...findingsOf(inputs).map((finding) => ({
          ...finding,
          link: companyKey(finding.subject === "progress" ? "portfolio" : finding.subject)
        })),
        ...furthestBehind(facts),
        ...withoutObjectives(facts)
      ],
      changes: facts.messages.map(({ team, of }) => ({ message: of, team, isTeamNamed: true })),
      since
    }
  )
}
