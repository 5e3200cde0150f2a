import type { DeckPlan, SlidePlan } from "../Plan.ts"
import { addChart, addShape, addTable } from "./Figures.ts"
import { fillings, type Layout, layoutOf, layoutsOf, numberBox, type Slot } from "./Layouts.ts"
import { masterParts } from "./MasterXml.ts"
import { partsOf } from "./Parts.ts"
import { Presentation, type Slide, type SlideMasterProps } from "./Presentation.ts"
import { altName, type Rendered } from "./Rendered.ts"
import { textRuns } from "./TextRuns.ts"

/** Only what makes PptxGenJS write placeholders: how a layout looks is in `masterParts`. */
const masterProps = ({ name, kind, slots }: Layout): SlideMasterProps => ({
  title: name,
  objects: slots.map((slot) => {
    const options = { name: slot.name, type: slot.type === "title" ? "title" : "body", objectName: slot.label } as const
    return { placeholder: { options, text: "" } }
  }),
  ...(kind === "content" && { slideNumber: { x: numberBox.x, y: numberBox.y, w: numberBox.w, h: numberBox.h } })
})

/** The names of the deck's sections, one for each run of slides; a name that comes again is numbered. */
const sectionNames = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<string> => {
  const names: Array<string> = []
  const times = new Map<string, number>()
  for (const [at, { section }] of slides.entries()) {
    if (at === 0 || section !== slides[at - 1]?.section) times.set(section, (times.get(section) ?? 0) + 1)
    const time = times.get(section) ?? 1
    names.push(time === 1 ? section : `${section} (${time})`)
  }
  return names
}

const addFooter = (slide: Slide, { footer, theme }: DeckPlan, slot: Slot): void => {
  slide.addText(textRuns([{ runs: [{ text: footer }] }], { ...slot, theme, slot, fromTheLeft: true }), {
    ...slot.box,
    placeholder: slot.name
  })
}

const addBlocks = (slide: Slide, content: SlidePlan, plan: DeckPlan, nameOf: (alt: string) => string): void => {
  const slots = fillings(content)
  for (const block of content.blocks) {
    switch (block.kind) {
      case "text": {
        const slot = slots.get(block)
        slide.addText(textRuns(block.paragraphs, { ...block, theme: plan.theme, slot }), {
          ...block.box,
          ...(slot !== undefined && { placeholder: slot.name }),
          ...(block.alt !== undefined && slot === undefined && { objectName: nameOf(block.alt) }),
          margin: 0,
          valign: block.anchor,
          wrap: true
        })
        break
      }
      case "shape":
        addShape(slide, block, nameOf(block.alt), plan)
        break
      case "table":
        addTable(slide, block, nameOf(block.alt), plan)
        break
      case "chart":
        addChart(slide, block, nameOf(block.alt), plan)
    }
  }
}

/** Places what the plan says and decides nothing. What PptxGenJS gets wrong is left to the finishing pass. */
export const render = async (plan: DeckPlan): Promise<Rendered> => {
  const deck = new Presentation()
  const alts: Array<string> = []
  const nameOf = (alt: string): string => altName(alts.push(alt) - 1)
  deck.layout = "LAYOUT_WIDE"
  deck.title = plan.title
  deck.subject = ""
  deck.author = ""
  deck.company = ""
  deck.theme = { headFontFace: plan.theme.font, bodyFontFace: plan.theme.font }
  deck.slideLayouts.length = 0
  for (const layout of layoutsOf(plan.slides)) deck.defineSlideMaster(masterProps(layout))
  const sections = sectionNames(plan.slides)
  for (const title of new Set(sections)) deck.addSection({ title })
  for (const [at, content] of plan.slides.entries()) {
    const layout = layoutOf(content)
    const slide = deck.addSlide({ masterName: layout.name, sectionTitle: sections[at] ?? "" })
    addBlocks(slide, content, plan, nameOf)
    const footer = layout.slots.find(({ name }) => name === "footer")
    if (footer !== undefined) addFooter(slide, plan, footer)
    slide.addNotes(content.notes)
  }
  const parts = new Map([...(await partsOf(deck)), ...masterParts(plan)])
  return { alts, parts }
}
