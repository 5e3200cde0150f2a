import type { Objective } from "../../../domain/state/State.ts"
import { groupedByTitle } from "../../../shared/NormalizedText.ts"
import type { SlidePlan } from "../../DeckPlan.ts"
import { averagePercent } from "../../facts/AveragePercent.ts"
import type { CompanyFacts } from "../../facts/Company.ts"
import { counted, percentText } from "../../facts/DeckNumbers.ts"
import { shareTitle } from "../../facts/ShareText.ts"
import { clip } from "../../text/Fit.ts"
import { bodyBox, series } from "../ContentSlide.ts"
import { companyKey } from "../SlideIds.ts"
import { plainSection, tableFlow } from "../SlideRows.ts"
import { cell, numberCell, tableSize } from "../TableCells.ts"
import { growth, tableSlides, textWidth } from "../TableSizes.ts"

/** A principle that several teams have under the same title. */
interface Shared {
  readonly title: string
  readonly teams: ReadonlyArray<string>
  /** Those that serve it, of all teams. */
  readonly objectives: ReadonlyArray<Objective>
}

const sharedOf = ({ teams }: CompanyFacts): ReadonlyArray<Shared> => {
  const all = teams.flatMap(({ input: { team } }) =>
    team.principles.map(({ id, title }) => ({
      title,
      team: team.name,
      objectives: team.objectives.filter(({ principleIds }) => principleIds.includes(id))
    }))
  )
  return groupedByTitle(all)
    .map((own) => ({
      title: own[0].title,
      teams: [...new Set(own.map(({ team }) => team))],
      objectives: [...new Set(own.flatMap(({ objectives }) => objectives))]
    }))
    .filter((shared) => shared.teams.length > 1)
    .sort((one, other) => other.teams.length - one.teams.length)
}

/** Inches at the smallest size. */
const fixed = { objectives: 1.1, done: 0.9 }
const titleShare = 0.4
const maxSlides = 1

/** Of the teams' names, where all principles fit. */
const maxLines = 6

/** The principles that teams share, with what serves them; no slide where each team has its own. */
export const sharedPrinciples = (facts: CompanyFacts): ReadonlyArray<SlidePlan> => {
  const shared = sharedOf(facts)
  const served = shared.filter(({ objectives }) => objectives.length > 0).length
  const [is, are] = ["that teams share is served", "that teams share are served"]
  return series({
    layout: "table",
    key: companyKey("principles"),
    section: "Review",
    title: shareTitle(served, shared.length, { one: "principle", many: "principles", is, are }),
    pages: tableSlides(
      ({ size, limit, paged }) => {
        const [objectives, done] = [fixed.objectives * growth(size), fixed.done * growth(size)]
        const free = bodyBox.w - objectives - done
        const [title, teams] = [free * titleShare, free * (1 - titleShare)]
        const teamsOf = (each: Shared) =>
          clip(each.teams.join(", "), size, false, textWidth(teams), paged ? 2 : maxLines)
        if (size > tableSize && shared.some((each) => teamsOf(each) !== each.teams.join(", "))) return null
        return tableFlow({
          columns: () => [title, teams, objectives, done],
          size,
          header: [
            cell("Principle"),
            cell("Teams"),
            cell("Objectives", { align: "center" }),
            cell("Done", { align: "end" })
          ],
          sections: plainSection(
            shared
              .slice(0, limit)
              .map((each) => [
                cell(clip(each.title, size, false, textWidth(title), 2)),
                cell(teamsOf(each)),
                numberCell(each.objectives.length),
                cell(percentText(averagePercent(each.objectives)), { align: "end" })
              ])
          ),
          alt: `${counted(shared.length, "principle")} that teams share`
        })
      },
      { maxSlides }
    )
  })
}
