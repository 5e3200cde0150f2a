import type { DeckPlan } from "../DeckPlan.ts"
import { drawn } from "../draw/DrawnSlides.ts"
import { archive } from "../finish/Archive.ts"
import { finished, type Part, slideName } from "../finish/Finish.ts"
import { partDigest, receiptPart, receiptText } from "../Receipt.ts"
import { contentTypes } from "../templates/ContentTypes.ts"
import { ownLayouts } from "../templates/Layouts.ts"
import { layoutXml, masterXml } from "../templates/Master.ts"
import { notesMasterXml } from "../templates/NotesMaster.ts"
import { presentationXml } from "../templates/Presentation.ts"
import { appProperties, coreProperties, receiptProperties } from "../templates/Properties.ts"
import { tableStyles } from "../templates/TableStyles.ts"
import { template } from "../templates/Template.ts"
import { type Relation, relationsName, relationsXml } from "../templates/TemplateRelations.ts"
import { themeXml } from "../templates/Theme.ts"

const presentation = "ppt/presentation.xml"
const master = template?.master.part ?? "ppt/slideMasters/slideMaster1.xml"
const theme = template?.master.theme ?? "ppt/theme/theme1.xml"
const notesMaster = "ppt/notesMasters/notesMaster1.xml"
const notesTheme = "ppt/theme/notesTheme1.xml"

/** A part and its relations. */
const related = (name: string, content: string, relations: ReadonlyArray<Relation>): ReadonlyArray<Part> => [
  [name, content],
  [relationsName(name), relationsXml(name, relations)]
]

/** The service's own master, with its layouts and theme. */
const ownMaster = (plan: DeckPlan): ReadonlyArray<Part> => [
  ...related(master, masterXml(plan), [
    ...ownLayouts.map(({ part }): Relation => ["slideLayout", part]),
    ["theme", theme]
  ]),
  ...ownLayouts.flatMap((layout) => related(layout.part, layoutXml(layout, plan), [["slideMaster", master]])),
  [theme, themeXml(plan.theme)]
]

/** Each master has a theme of its own. */
const masterParts = (plan: DeckPlan, hasNotes: boolean): ReadonlyArray<Part> => [
  ...(template === null ? ownMaster(plan) : template.parts.map(({ name, content }): Part => [name, content])),
  ...(hasNotes
    ? ([
        ...related(notesMaster, notesMasterXml(plan), [["theme", notesTheme]]),
        [notesTheme, themeXml(plan.theme)]
      ] as const)
    : [])
]

/** The content types of what comes from the company's template. */
const templateTypes = new Map(template?.parts.flatMap(({ name, type }) => (type === "" ? [] : [[name, type] as const])))

/** The parts that are not a slide's. */
const ownParts = (plan: DeckPlan): ReadonlyArray<Part> => {
  const hasNotes = plan.slides.some(({ notes }) => notes !== "")
  return [
    [
      relationsName(""),
      relationsXml("", [
        ["officeDocument", presentation],
        ["core-properties", "docProps/core.xml"],
        ["extended-properties", "docProps/app.xml"],
        ...(plan.receipt === undefined ? [] : [["custom-properties", receiptPart] as const])
      ])
    ],
    ["docProps/core.xml", coreProperties(plan)],
    ["docProps/app.xml", appProperties(plan)],
    ...related(presentation, presentationXml(plan, hasNotes), [
      ["slideMaster", master],
      ...plan.slides.map((_, at): Relation => ["slide", slideName(at + 1)]),
      ...(hasNotes ? [["notesMaster", notesMaster] as const] : []),
      ["theme", theme],
      ["tableStyles", "ppt/tableStyles.xml"]
    ]),
    ["ppt/tableStyles.xml", tableStyles()],
    ...masterParts(plan, hasNotes)
  ]
}

/** A deck's file. The same plan gives the same bytes in any process at any time: nothing is random or dated. */
export const deckFile = async (plan: DeckPlan): Promise<Uint8Array> => {
  const { receipt } = plan
  const parts = [...ownParts(plan), ...finished(await drawn(plan), plan)]
  const names = [...parts.map(([name]) => name), ...(receipt === undefined ? [] : [receiptPart])]
  parts.push(["[Content_Types].xml", contentTypes(names, templateTypes)])
  if (receipt !== undefined) {
    const digests = parts.map(([name, content]) => partDigest(name, content))
    parts.push([receiptPart, receiptProperties(receiptText(receipt, digests))])
  }
  return archive(parts)
}
