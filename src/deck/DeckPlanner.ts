import type { DeckPlan, SlidePlan } from "./DeckPlan.ts"
import { dateText, momentText } from "./facts/DeckDates.ts"
import { type AnyInput, type CompanyInput, type DeckContext, type DeckInput, isCompany } from "./Input.ts"
import { uniquelyTitled } from "./slides/ContentSlide.ts"
import * as CompanySlides from "./slides/company/CompanySlides.ts"
import { companyName } from "./slides/company/CompanySummary.ts"
import { type LinkedSlide, resolved } from "./slides/SlideLinks.ts"
import * as TeamSlides from "./slides/TeamSlides.ts"
import { slotOf } from "./templates/Layouts.ts"
import { themeOf } from "./templates/StatusColors.ts"
import { afterDot, fromRight, fromTheRight, inLine, isRightToLeft } from "./text/Direction.ts"
import { clip } from "./text/Fit.ts"
import { widthOf } from "./text/Metrics.ts"

const footer = slotOf("titleOnly", "footer")

/** Points of the footer's text. */
const footerSize = footer?.size ?? 10

/** The colour of a company's deck; its teams have colours of their own. */
const companyColor = "#1f3a5f"

/** Name and date, between them what the deck is where there is room for all of it. */
const footerOf = (name: string, direction: DeckPlan["direction"], { date }: DeckContext): string => {
  const roomBefore = (words: string) => (footer?.box.w ?? 0) - widthOf(` · ${words}`, footerSize, false)
  const [full, day] = [`Strategy review · ${dateText(date)}`, dateText(date)]
  const words = widthOf(name, footerSize, false) <= roomBefore(full) ? full : day
  const shown = clip(name, footerSize, false, Math.max(1, roomBefore(words)), 1)
  return direction === "rtl" && fromTheRight(shown)
    ? `${fromRight(shown)}${afterDot(shown, words)}`
    : `${inLine(shown)} · ${words}`
}

const withoutNotes = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<SlidePlan> =>
  slides.map((slide) => ({ ...slide, notes: "" }))

const deck = (
  context: DeckContext,
  about: { readonly name: string; readonly color: string; readonly direction: DeckPlan["direction"] },
  slides: ReadonlyArray<LinkedSlide>
): DeckPlan => {
  const titled = uniquelyTitled(resolved(slides))
  return {
    title: `${about.name} – Strategy review`,
    author: about.name,
    description: `As of ${momentText(context)}`,
    language: "en",
    direction: about.direction,
    theme: themeOf(about.color),
    pageUrl: context.pageUrl,
    footer: footerOf(about.name, about.direction, context),
    ...(context.receipt && { receipt: context.receipt }),
    slides: context.notes ? titled : withoutNotes(titled)
  }
}

const teamPlan = (input: DeckInput): DeckPlan => {
  const { team } = input
  const direction = isRightToLeft(team) ? "rtl" : "ltr"
  return deck(input, { name: team.name, color: team.color, direction }, TeamSlides.slides(input))
}

const companyPlan = (input: CompanyInput): DeckPlan => {
  const turned = input.teams.filter(({ team }) => isRightToLeft(team)).length
  const direction = turned * 2 > input.teams.length ? "rtl" : "ltr"
  return deck(input, { name: companyName(input), color: companyColor, direction }, CompanySlides.slides(input))
}

/** The plan of a team's or a company's deck. The same input gives the same plan. */
export const plan = (input: AnyInput): DeckPlan => (isCompany(input) ? companyPlan(input) : teamPlan(input))
