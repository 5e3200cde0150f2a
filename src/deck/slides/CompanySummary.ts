import type { CompanyFacts } from "../facts/Company.ts"
import { sinceText } from "../facts/Dates.ts"
import { type Decision, decisionsOf, maxDecisions, messageCounts } from "../facts/Findings.ts"
import { counted, percentText } from "../facts/Numbers.ts"
import { countsOf, countsText, sumOfCounts } from "../facts/Standing.ts"
import type { CompanyInput } from "../Input.ts"
import type { SlidePlan } from "../Plan.ts"
import { inLine } from "../text/Direction.ts"
import { messageWords } from "./ChangesSlides.ts"
import { contentSlide } from "./Frame.ts"
import { companyKey } from "./Keys.ts"
import { type findingsTable, standingStrip, summaryBlocks } from "./Summary.ts"

type Findings = Parameters<typeof findingsTable>[0]

/** `6 teams`. */
export const companyName = ({ teams: [first, ...others] }: CompanyInput): string =>
  first !== undefined && others.length === 0 ? first.team.name : `Strategy of ${counted(others.length + 1, "team")}`

const attention = ({ attentions, standing }: CompanyFacts): Findings => {
  if (attentions.length === 0) return []
  const need = attentions.length === 1 ? "needs" : "need"
  const words = `of ${counted(standing.all, "objective")} ${need} attention`
  return [{ number: String(attentions.length), words, link: companyKey("attention") }]
}

const mostInNeed = ({ teams }: CompanyFacts): Findings => {
  const needing = teams.filter(({ attentions, standing }) => attentions.length * 2 >= standing.all && standing.all > 0)
  if (needing.length === 0) return []
  const [has, their] = needing.length === 1 ? ["has", "its"] : ["have", "their"]
  const words = `of ${counted(teams.length, "team")} ${has} at least half of ${their} objectives in need of attention`
  return [{ number: String(needing.length), words, link: companyKey("comparison") }]
}

const average = ({ average: percent, teams }: CompanyFacts): Findings =>
  percent === null
    ? []
    : [
        {
          number: percentText(percent),
          words: `average progress of the measured objectives of ${counted(teams.length, "team")}`,
          link: companyKey("comparison")
        }
      ]

const changed = ({ messages }: CompanyFacts, since: string): Findings => {
  if (messages.length === 0) return []
  const words = `${messages.length === 1 ? "change" : "changes"} since ${since}: ${messageCounts(messages.map(({ of }) => of))}`
  return [{ number: String(messages.length), words, link: companyKey("changes") }]
}

const withoutObjectives = ({ teams }: CompanyFacts): Findings => {
  const none = teams.filter(({ standing }) => standing.all === 0).length
  if (none === 0) return []
  return [
    {
      number: String(none),
      words: `${none === 1 ? "team has" : "teams have"} no objectives yet`,
      link: companyKey("comparison")
    }
  ]
}

/** The first decision of each team, those that need most first, until there are enough. */
const decisions = ({ teams }: CompanyFacts): ReadonlyArray<Decision> =>
  teams.slice(0, maxDecisions).flatMap(({ input }) =>
    decisionsOf(input)
      .slice(0, 1)
      .map(({ title, words }) => ({ title: `${inLine(input.team.name)}: ${inLine(title)}`, words }))
  )

/** Where all teams stand together. */
export const companySummary = (input: CompanyInput, facts: CompanyFacts): SlidePlan => {
  const before = input.teams.flatMap((team) =>
    team.before === null || team.before.objectives.length === 0 ? [] : [countsOf(team.before.objectives)]
  )
  const since = sinceText(input)
  const then = before.length === 0 ? null : sumOfCounts(before)
  return contentSlide({
    layout: "titleOnly",
    key: companyKey("summary"),
    section: "Review",
    title: `${counted(facts.teams.length, "team")}, ${countsText(facts.counts)}`,
    blocks: summaryBlocks(standingStrip(facts.counts, then, since), {
      findings: [attention, mostInNeed, average, changed, withoutObjectives].flatMap((find) => find(facts, since)),
      decisions: decisions(facts),
      changes: facts.messages.map(({ team, of }) => ({
        kind: messageWords[of.kind],
        title: `${inLine(team.name)}: ${of.title}`
      })),
      since
    }),
    notes: ""
  })
}
