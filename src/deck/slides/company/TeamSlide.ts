import type { SlidePlan } from "../../DeckPlan.ts"
import { thenAndNow, worstText } from "../../facts/Worst.ts"
import type { DeckInput } from "../../Input.ts"
import { about, bodyBox, contentSlide, titleAround } from "../ContentSlide.ts"
import { teamPage } from "../PageLinks.ts"
import { below, take } from "../Paging.ts"
import { progressTables } from "../ProgressSlides.ts"
import { subjectKey } from "../SlideIds.ts"
import { standingStrip } from "../Summary.ts"

/** A team's slide in a company's deck: how many objectives stand how, and as many of them as fit, the worst first. */
export const teamSlide = (input: DeckInput): SlidePlan => {
  const compared = thenAndNow(input)
  const strip = take(standingStrip(compared, input.date), bodyBox)
  const [table = []] = progressTables(input, { box: below(bodyBox, strip.height), maxSlides: 1 })
  return contentSlide({
    layout: "titleOnly",
    key: subjectKey(input, "summary"),
    section: "Teams",
    title: titleAround([input.team.name], (name = "") => about(name, worstText(compared), " · ")),
    blocks: [...strip.blocks, ...table],
    notes: "",
    page: teamPage(input.team)
  })
}
