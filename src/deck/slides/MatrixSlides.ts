import type { SlidePlan } from "../DeckPlan.ts"
import { type PrincipleFacts, principleFacts } from "../facts/Principles.ts"
import { inOrder } from "../facts/Progress.ts"
import { shareText, shareTitle } from "../facts/ShareText.ts"
import type { DeckInput } from "../Input.ts"
import { series } from "./ContentSlide.ts"
import { matrixTables, spansOf } from "./MatrixTable.ts"
import { subjectKey } from "./SlideIds.ts"
import { usesRoom } from "./TableSizes.ts"

/** `All 12 objectives serve a principle; 7 of 8 principles are served`. */
const titleOf = ({ team, selection }: DeckInput, { served, unlinked }: PrincipleFacts): string => {
  const [all, principles] = [team.objectives.length, team.principles.length]
  const which = principles === 1 ? "the principle" : "a principle"
  const words = { one: "objective", many: "objectives", is: `serves ${which}`, are: `serve ${which}` }
  const objectives = shareTitle(all - unlinked.length, all, words)
  if (principles === 1) return objectives
  const by = selection === null ? "" : " by them"
  const share = { one: "principle", many: "principles", is: `is served${by}`, are: `are served${by}` }
  return `${objectives}; ${shareText(served.length, principles, share)}`
}

/** Which objective serves which principle: rows and columns paged, headers repeated; none without any link, or of a few. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const facts = principleFacts(input)
  if (facts.served.length === 0) return []
  const objectives = inOrder(input.team.objectives, input).map(({ objective }) => objective)
  const matrix = { team: input.team, objectives, ...facts }
  const pages = spansOf(matrix).flatMap((span) => matrixTables(matrix, span))
  if (!pages.some(([table]) => table !== undefined && usesRoom([table]))) return []
  return series({
    layout: "table",
    key: subjectKey(input, "principles"),
    section: "Appendix",
    title: titleOf(input, facts),
    pages
  })
}
