import { statusCounts } from "../../../shared/Statuses.ts"
import type { SlidePlan } from "../../DeckPlan.ts"
import type { CompanyFacts } from "../../facts/Company.ts"
import { counted, percentText } from "../../facts/DeckNumbers.ts"
import { messageCounts } from "../../facts/Findings.ts"
import { messageWords } from "../../facts/Messages.ts"
import { thenAndNow, worstText } from "../../facts/Worst.ts"
import type { CompanyInput } from "../../Input.ts"
import { inLine } from "../../text/Direction.ts"
import { companyKey } from "../SlideIds.ts"
import { type findingsTable, standingStrip, summarySlides } from "../Summary.ts"

type Findings = Parameters<typeof findingsTable>[0]

/** What a company's deck is called: its only team, the company, or `Strategy of 6 teams`. */
export const companyName = ({ teams: [first, ...others], companyName }: CompanyInput): string =>
  first !== undefined && others.length === 0
    ? first.team.name
    : (companyName ?? `Strategy of ${counted(others.length + 1, "team")}`)

const attention = ({ attentions, all }: CompanyFacts): Findings => {
  if (attentions.length === 0) return []
  const need = attentions.length === 1 ? "needs" : "need"
  const words = `of ${counted(all, "objective")} ${need} attention`
  return [{ number: String(attentions.length), words, link: companyKey("attention") }]
}

const mostInNeed = ({ teams }: CompanyFacts): Findings => {
  const needing = teams.filter(({ attentions, all }) => attentions.length * 2 >= all && all > 0)
  if (needing.length === 0) return []
  const [has, their] = needing.length === 1 ? ["has", "its"] : ["have", "their"]
  const words = `of ${counted(teams.length, "team")} ${has} at least half of ${their} objectives in need of attention`
  return [{ number: String(needing.length), words, link: companyKey("portfolio") }]
}

const average = ({ average: percent, averaged }: CompanyFacts): Findings =>
  percent === null
    ? []
    : [
        {
          number: percentText(percent),
          words: `average progress of ${counted(averaged, "measured objective")}, drafts left out`,
          link: companyKey("portfolio")
        }
      ]

const changed = ({ messages }: CompanyFacts, since: string): Findings => {
  if (messages.length === 0) return []
  const words = `${messages.length === 1 ? "change" : "changes"} since ${since}: ${messageCounts(messages.map(({ of }) => of))}`
  return [{ number: String(messages.length), words, link: companyKey("changes") }]
}

const withoutObjectives = ({ teams }: CompanyFacts): Findings => {
  const none = teams.filter(({ all }) => all === 0).length
  if (none === 0) return []
  return [
    {
      number: String(none),
      words: `${none === 1 ? "team has" : "teams have"} no objectives yet`,
      link: companyKey("portfolio")
    }
  ]
}

/** Where all teams stand together, and all that has to be decided. */
export const companySummary = (facts: CompanyFacts): ReadonlyArray<SlidePlan> => {
  const compared = thenAndNow(...facts.teams.map(({ input }) => input))
  const { before, since } = compared
  return summarySlides(
    { key: companyKey("summary"), title: worstText(compared) },
    standingStrip(facts.counts, before === null ? null : statusCounts(before), since),
    {
      findings: [attention, mostInNeed, average, changed, withoutObjectives].flatMap((find) => find(facts, since)),
      decisions: { decisions: facts.decisions, isTeamNamed: true, key: companyKey("decisions") },
      changes: facts.messages.map(({ team, of }) => ({
        kind: messageWords[of.kind],
        title: `${inLine(team.name)}: ${of.title}`
      })),
      since
    }
  )
}
