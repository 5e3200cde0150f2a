import type { DeckPlan } from "../Plan.ts"
import { escape } from "./XmlText.ts"

/** The first slide's id, as PptxGenJS gives it; the others follow. */
const firstSlide = 256

const sectionId = (index: number): string => `{00000000-0000-4000-8000-${`${index + 1}`.padStart(12, "0")}}`

const sections = ({ slides }: DeckPlan): string => {
  const list: Array<{ readonly name: string; readonly ids: Array<number> }> = []
  for (const [index, { section }] of slides.entries()) {
    if (list.at(-1)?.name !== section) list.push({ name: section, ids: [] })
    list.at(-1)?.ids.push(firstSlide + index)
  }
  return [
    '<p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}">',
    '<p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main">',
    ...list.map(({ name, ids }, index) =>
      [
        `<p14:section name="${escape(name)}" id="${sectionId(index)}"><p14:sldIdLst>`,
        ...ids.map((id) => `<p14:sldId id="${id}"/>`),
        "</p14:sldIdLst></p14:section>"
      ].join("")
    ),
    "</p14:sectionLst></p:ext>"
  ].join("")
}

const notesMasters = /<p:notesMasterIdLst>.*?<\/p:notesMasterIdLst>/s

/** Sections from the plan, masters before slides as the format wants it, notes on paper that is upright. */
export const finishPresentation = (xml: string, plan: DeckPlan): string => {
  const masters = notesMasters.exec(xml)?.[0] ?? ""
  return xml
    .replace(notesMasters, "")
    .replace("<p:sldIdLst>", `${masters}<p:sldIdLst>`)
    .replace(/<p:notesSz [^>]*\/>/, '<p:notesSz cx="6858000" cy="9144000"/>')
    .replace(/<p:extLst>.*<\/p:extLst>/s, "")
    .replace("</p:presentation>", () => `<p:extLst>${sections(plan)}</p:extLst></p:presentation>`)
}
