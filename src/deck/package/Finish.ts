import type { DeckPlan } from "../Plan.ts"
import type { Rendered } from "../render/Rendered.ts"
import { finishCharts } from "./Charts.ts"
import { contentTypes } from "./ContentTypes.ts"
import { dropUnusedLayouts, layoutOfSlide } from "./Layouts.ts"
import { finishNotes } from "./Notes.ts"
import { finishObjects } from "./Objects.ts"
import { finishLanguage, finishParagraphs } from "./Paragraphs.ts"
import {
  finishPlaceholders,
  finishSlidePlaceholders,
  type Places,
  placesOf,
  withPlaceholdersOf
} from "./Placeholders.ts"
import { finishPresentation } from "./Presentation.ts"
import { appProperties, coreProperties } from "./Properties.ts"
import { finishTables } from "./Tables.ts"
import { finishTheme } from "./Theme.ts"
import { legal } from "./XmlText.ts"
import { type Parts, read, write } from "./Zip.ts"

const edit = (parts: Parts, name: string, change: (xml: string) => string): void => {
  const content = parts.get(name)
  if (typeof content === "string") parts.set(name, change(content))
}

/** Layouts, and the master with what they inherit from it; the places of each layout, for its slides. */
const finishLayouts = (parts: Parts, plan: DeckPlan): ReadonlyMap<string, Places> => {
  const used = plan.slides.map((_, index) => layoutOfSlide(parts, index + 1))
  dropUnusedLayouts(parts, new Set(used))
  const places = new Map<string, Places>()
  const whole = (xml: string): string => finishObjects(finishParagraphs(finishPlaceholders(xml)), [])
  for (const layout of new Set(used.toReversed())) {
    const name = `ppt/slideLayouts/${layout}`
    edit(parts, name, (xml) => {
      places.set(layout, placesOf(xml))
      const finished = finishPlaceholders(xml)
      edit(parts, "ppt/slideMasters/slideMaster1.xml", (master) => withPlaceholdersOf(master, finished))
      return whole(xml)
    })
  }
  edit(parts, "ppt/slideMasters/slideMaster1.xml", whole)
  return places
}

const finishSlides = ({ alts }: Rendered, parts: Parts, plan: DeckPlan): void => {
  const places = finishLayouts(parts, plan)
  for (const [index, { blocks, notes }] of plan.slides.entries()) {
    const layout = places.get(layoutOfSlide(parts, index + 1)) ?? new Map()
    const tables = blocks.filter((block) => block.kind === "table")
    edit(parts, `ppt/slides/slide${index + 1}.xml`, (xml) =>
      finishObjects(finishTables(finishParagraphs(finishSlidePlaceholders(xml, layout)), tables), alts)
    )
    edit(parts, `ppt/notesSlides/notesSlide${index + 1}.xml`, (xml) => finishNotes(xml, notes, plan.language))
  }
}

/** Each master has its own theme; PptxGenJS gives that of the slides to the notes as well. */
const finishThemes = (parts: Parts, plan: DeckPlan): void => {
  edit(parts, "ppt/theme/theme1.xml", (xml) => {
    const finished = finishTheme(xml, plan.theme)
    parts.set("ppt/theme/theme2.xml", finished)
    return finished
  })
  edit(parts, "ppt/notesMasters/_rels/notesMaster1.xml.rels", (xml) => xml.replace("theme1.xml", "theme2.xml"))
}

/**
 * Mends what PptxGenJS gets wrong and writes the deck's file. The same deck makes the same bytes, in any process, at any
 * time: nothing in them is random, dated, or counted over several decks.
 */
export const finish = async (rendered: Rendered, plan: DeckPlan): Promise<Uint8Array> => {
  const parts = read(rendered.bytes)
  parts.delete("docProps/thumbnail.jpeg")
  finishSlides(rendered, parts, plan)
  finishThemes(parts, plan)
  finishCharts(parts, plan.slides.length)
  edit(parts, "ppt/presentation.xml", (xml) => finishPresentation(xml, plan))
  for (const [name, content] of parts) {
    if (typeof content === "string") parts.set(name, legal(finishLanguage(content, plan.language)))
  }
  parts.set("docProps/core.xml", coreProperties(plan))
  parts.set("docProps/app.xml", appProperties(plan))
  parts.set("[Content_Types].xml", contentTypes(parts))
  return write(parts)
}
