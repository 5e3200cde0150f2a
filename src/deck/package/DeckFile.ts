import type { DeckPlan } from "../DeckPlan.ts"
import { drawn } from "../draw/DrawnSlides.ts"
import { finished, type Part, slideName } from "../finish/Finish.ts"
import { type PartDigest, partDigest, receiptPart, receiptText } from "../Receipt.ts"
import { contentTypes } from "../templates/ContentTypes.ts"
import { layoutNames } from "../templates/Layouts.ts"
import { layoutXml, masterXml } from "../templates/Master.ts"
import { notesMasterXml } from "../templates/NotesMaster.ts"
import { presentationXml } from "../templates/Presentation.ts"
import { appProperties, coreProperties, receiptProperties } from "../templates/Properties.ts"
import { tableStyles } from "../templates/TableStyles.ts"
import { type Relation, relationsName, relationsXml } from "../templates/TemplateRelations.ts"
import { themeXml } from "../templates/Theme.ts"
import { archive } from "./Archive.ts"

const presentation = "ppt/presentation.xml"
const master = "ppt/slideMasters/slideMaster1.xml"
const notesMaster = "ppt/notesMasters/notesMaster1.xml"
const layoutName = (at: number): string => `ppt/slideLayouts/slideLayout${at + 1}.xml`
const themePart = (number: number): string => `ppt/theme/theme${number}.xml`

/** A part and its relations. */
const related = (name: string, content: string, relations: ReadonlyArray<Relation>): ReadonlyArray<Part> => [
  [name, content],
  [relationsName(name), relationsXml(name, relations)]
]

/** Each master has a theme of its own; both are the deck's. */
const masterParts = (plan: DeckPlan, hasNotes: boolean): ReadonlyArray<Part> => [
  ...related(master, masterXml(plan), [
    ...layoutNames.map((_, at): Relation => ["slideLayout", layoutName(at)]),
    ["theme", themePart(1)]
  ]),
  ...layoutNames.flatMap((name, at) => related(layoutName(at), layoutXml(name, plan), [["slideMaster", master]])),
  [themePart(1), themeXml(plan.theme)],
  ...(hasNotes
    ? ([
        ...related(notesMaster, notesMasterXml(plan), [["theme", themePart(2)]]),
        [themePart(2), themeXml(plan.theme)]
      ] as const)
    : [])
]

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
      ["theme", themePart(1)],
      ["tableStyles", "ppt/tableStyles.xml"]
    ]),
    ["ppt/tableStyles.xml", tableStyles()],
    ...masterParts(plan, hasNotes)
  ]
}

/** A deck's file. The same plan gives the same bytes in any process at any time: nothing is random or dated. */
export const deckFile = async (plan: DeckPlan): Promise<Uint8Array> => {
  const { add, end } = archive()
  const digests: Array<PartDigest> = []
  const addAll = (parts: Iterable<Part>): void => {
    for (const [name, content] of parts) {
      add(name, content)
      digests.push(partDigest(name, content))
    }
  }
  addAll(ownParts(plan))
  addAll(finished(await drawn(plan), plan))
  const { receipt } = plan
  const names = digests.map(([name]) => name)
  addAll([["[Content_Types].xml", contentTypes(receipt === undefined ? names : [...names, receiptPart])]])
  if (receipt !== undefined) add(receiptPart, receiptProperties(receiptText(receipt, digests)))
  return end()
}
