import type { DeckPlan } from "../DeckPlan.ts"
import { scale, slideSize } from "./Layouts.ts"
import { defaultTextStyle } from "./Master.ts"
import { template } from "./Template.ts"
import { relationId } from "./TemplateRelations.ts"
import { emu, namespaces } from "./XmlContext.ts"
import { escape, header } from "./XmlText.ts"

/** The first slide's id; the others follow. */
const firstSlide = 256

const masterId = template?.master.id ?? `${2 ** 31}`

const sectionId = (index: number): string => `{00000000-0000-4000-8000-${`${index + 1}`.padStart(12, "0")}}`

/** The deck's sections, one for each run of slides; a name that comes again is numbered. */
const sectionsOf = ({ slides }: DeckPlan) => {
  const list: Array<{ readonly section: string; readonly name: string; readonly ids: Array<number> }> = []
  for (const [index, { section }] of slides.entries()) {
    if (list.at(-1)?.section !== section) {
      const times = list.filter((one) => one.section === section).length
      list.push({ section, name: times === 0 ? section : `${section} (${times + 1})`, ids: [] })
    }
    list.at(-1)?.ids.push(firstSlide + index)
  }
  return list
}

const sections = (plan: DeckPlan): string =>
  '<p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}">' +
  '<p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main">' +
  sectionsOf(plan)
    .map(
      ({ name, ids }, index) =>
        `<p14:section name="${escape(name)}" id="${sectionId(index)}"><p14:sldIdLst>` +
        `${ids.map((id) => `<p14:sldId id="${id}"/>`).join("")}</p14:sldIdLst></p14:section>`
    )
    .join("") +
  "</p14:sectionLst></p:ext>"

/**
 * The presentation's part. Its relations are to its master, its slides in order, and its notes' master, if it has one.
 */
export const presentationXml = (plan: DeckPlan, hasNotes: boolean): string => {
  const { slides, direction } = plan
  const notes = `<p:notesMasterIdLst><p:notesMasterId r:id="${relationId(slides.length + 1)}"/></p:notesMasterIdLst>`
  return (
    `${header}<p:presentation ${namespaces}${direction === "rtl" ? ' rtl="1"' : ""} saveSubsetFonts="1">` +
    `<p:sldMasterIdLst><p:sldMasterId id="${masterId}" r:id="rId1"/></p:sldMasterIdLst>${hasNotes ? notes : ""}` +
    `<p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${firstSlide + at}" r:id="${relationId(at + 1)}"/>`).join("")}` +
    `</p:sldIdLst><p:sldSz cx="${emu(slideSize.w * scale)}" cy="${emu(slideSize.h * scale)}"/><p:notesSz cx="6858000" cy="9144000"/>` +
    `<p:defaultTextStyle>${defaultTextStyle(plan)}</p:defaultTextStyle>` +
    `<p:extLst>${sections(plan)}</p:extLst></p:presentation>`
  )
}
