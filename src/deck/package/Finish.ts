import type { DeckPlan } from "../Plan.ts"
import { correctNotes, correctSlide } from "../render/Corrections.ts"
import type { Rendered } from "../render/Rendered.ts"
import { finishCharts } from "./Charts.ts"
import { contentTypes } from "./ContentTypes.ts"
import { finishObjects } from "./Objects.ts"
import { finishDirections, finishLanguage, finishParagraphs } from "./Paragraphs.ts"
import { finishPresentation } from "./Presentation.ts"
import { appProperties, coreProperties } from "./Properties.ts"
import { finishTheme } from "./Theme.ts"
import { legal } from "./XmlText.ts"
import { type Parts, write } from "./Zip.ts"

const edit = (parts: Parts, name: string, change: (xml: string) => string): void => {
  const content = parts.get(name)
  if (typeof content === "string") parts.set(name, change(content))
}

const finishSlides = (parts: Parts, { alts }: Rendered, { slides, language }: DeckPlan): void => {
  for (const [index, slide] of slides.entries()) {
    edit(parts, `ppt/slides/slide${index + 1}.xml`, (xml) =>
      finishObjects(finishDirections(finishParagraphs(correctSlide(xml, slide, language))), alts)
    )
    edit(parts, `ppt/notesSlides/notesSlide${index + 1}.xml`, correctNotes)
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
 * Corrects the errors of PptxGenJS and writes the deck's file. The same deck gives the same bytes in any process at any time:
 * nothing in them is random, dated, or counted over several decks.
 */
export const finish = (rendered: Rendered, plan: DeckPlan): Uint8Array => {
  const parts: Parts = new Map(rendered.parts)
  finishSlides(parts, rendered, plan)
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
