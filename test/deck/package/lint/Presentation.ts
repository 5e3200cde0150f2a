import { numbered, type Package, related, target } from "./Package.ts"
import { child, first, named, repeated, textOf } from "./Xml.ts"

const presentation = "ppt/presentation.xml"

/** Ids of masters and layouts begin here; those of slides are below. */
const masters = 2 ** 31

const idsOf = (pack: Package, part: string, name: string): ReadonlyArray<number> =>
  named(pack.roots.get(part), name).map(({ attributes }) => Number(attributes.id))

const lintIds = (pack: Package): ReadonlyArray<string> => {
  const slides = idsOf(pack, presentation, "p:sldId")
  const shared = [
    ...idsOf(pack, presentation, "p:sldMasterId"),
    ...numbered(pack, "ppt/slideMasters").flatMap((part) => idsOf(pack, part, "p:sldLayoutId"))
  ]
  return [
    ...repeated(slides).map((id) => `slide id ${id} is there twice`),
    ...slides.filter((id) => !(id >= 256 && id < masters)).map((id) => `slide id ${id} is out of its range`),
    ...repeated(shared).map((id) => `master or layout id ${id} is there twice`),
    ...shared
      .filter((id) => !(id >= masters && id < 2 ** 32))
      .map((id) => `master or layout id ${id} is out of its range`)
  ]
}

/** Checks that every slide part is shown once, and that every layout is listed by its master. */
const lintLists = (pack: Package): ReadonlyArray<string> => {
  const listed = (part: string, name: string) =>
    named(pack.roots.get(part), name).flatMap(({ attributes }) => target(pack, part, attributes["r:id"]) ?? [])
  const shown = listed(presentation, "p:sldId")
  const layouts = numbered(pack, "ppt/slideMasters").flatMap((part) => listed(part, "p:sldLayoutId"))
  return [
    ...repeated(shown).map((part) => `${part} is shown twice`),
    ...numbered(pack, "ppt/slides")
      .filter((part) => !shown.includes(part))
      .map((part) => `${part} is not shown`),
    ...numbered(pack, "ppt/slideLayouts")
      .filter((part) => !layouts.includes(part))
      .map((part) => `${part} is in no master`)
  ]
}

const lintSections = (pack: Package): ReadonlyArray<string> => {
  const root = pack.roots.get(presentation)
  const slides = idsOf(pack, presentation, "p:sldId")
  const inSections = named(first(root, "p14:sectionLst"), "p14:sldId").map(({ attributes }) => Number(attributes.id))
  const sections = named(root, "p14:section")
  return [
    ...(slides.join() === inSections.join() ? [] : ["sections do not list every slide once, in order"]),
    ...repeated(sections.map(({ attributes }) => attributes.id)).map((id) => `section id ${id} is there twice`),
    ...sections.filter(({ attributes }) => (attributes.name ?? "").trim() === "").map(() => "a section has no name")
  ]
}

const titleOf = (pack: Package, slide: string): string =>
  named(pack.roots.get(slide), "p:sp")
    .filter((shape) => ["title", "ctrTitle"].includes(first(shape, "p:ph")?.attributes.type ?? ""))
    .map(textOf)
    .join()

const lintProperties = (pack: Package): ReadonlyArray<string> => {
  const core = pack.roots.get("docProps/core.xml")
  const app = pack.roots.get("docProps/app.xml")
  const said = (name: string) => (child(core, name)?.text ?? "").trim()
  const slides = named(pack.roots.get(presentation), "p:sldId").flatMap(
    ({ attributes }) => target(pack, presentation, attributes["r:id"]) ?? []
  )
  const parts = named(child(app, "TitlesOfParts"), "vt:lpstr").map(({ text }) => text)
  const counts = named(child(app, "HeadingPairs"), "vt:i4").map(({ text }) => Number(text))
  const titles = slides.map((slide) => titleOf(pack, slide))
  return [
    ...["dc:title", "dc:language"].filter((name) => said(name) === "").map((name) => `docProps/core.xml: no ${name}`),
    ...(child(app, "Slides")?.text === `${slides.length}` ? [] : ["docProps/app.xml: counts other slides"]),
    ...(counts.reduce((sum, count) => sum + count, 0) === parts.length ? [] : ["docProps/app.xml: counts other parts"]),
    ...(parts.slice(parts.length - titles.length).join("\n") === titles.join("\n")
      ? []
      : ["docProps/app.xml: has other slide titles"])
  ]
}

const lintThemes = (pack: Package): ReadonlyArray<string> => {
  const themes = [...numbered(pack, "ppt/slideMasters"), ...numbered(pack, "ppt/notesMasters")].map((part) => ({
    part,
    names: related(pack, part, "theme").map(({ target }) => target)
  }))
  return [
    ...themes.filter(({ names }) => names.length !== 1).map(({ part }) => `${part}: has not one theme`),
    ...repeated(themes.flatMap(({ names }) => names)).map((name) => `${name} serves two masters`)
  ]
}

export const lintPresentation = (pack: Package): ReadonlyArray<string> => [
  ...lintIds(pack),
  ...lintLists(pack),
  ...lintSections(pack),
  ...lintThemes(pack),
  ...lintProperties(pack)
]
