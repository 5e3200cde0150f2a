/** A placeholder of a layout or a master by its kind, and by its index where there may be several of a kind. */
export type Places = ReadonlyMap<string, string>

const key = (type: string, index: string): string => (type === "body" ? `body ${index}` : type)

const attribute = (xml: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(xml)?.[1] ?? ""

const hasText = (shape: string): boolean => /<a:t>[^<]*\S[^<]*<\/a:t>/.test(shape)

/** Calls back for every shape that is a placeholder, with its `<p:ph …/>`, and puts the answer in its place. */
const eachPlaceholder = (xml: string, change: (shape: string, place: string) => string): string => {
  let result = ""
  let done = 0
  for (let at = xml.indexOf("<p:ph"); at !== -1; at = xml.indexOf("<p:ph", at + 1)) {
    const start = xml.lastIndexOf("<p:sp>", at)
    const end = xml.indexOf("</p:sp>", at) + "</p:sp>".length
    const shape = xml.slice(start, end)
    result += xml.slice(done, start) + change(shape, xml.slice(at, xml.indexOf("/>", at) + 2))
    done = end
  }
  return result + xml.slice(done)
}

/** What PptxGenJS's 4294967295, "belongs to nothing", becomes. */
const numberIndex = "11"

const prompts: Readonly<Record<string, string>> = { title: "Click to add a title", body: "Click to add text" }

/**
 * A placeholder in plain form: the title has no index, the slide number one that the layout knows (PptxGenJS gives it
 * one that says it belongs to nothing), and no prompt of its own, since PptxGenJS writes an empty one.
 */
const plain = (shape: string, place: string): string => {
  const type = attribute(place, "type")
  const index = attribute(place, "idx").replace("4294967295", numberIndex)
  const size = attribute(place, "sz")
  const written = [
    `<p:ph type="${type}"`,
    size === "" ? "" : ` sz="${size}"`,
    type === "title" || index === "" ? "" : ` idx="${index}"`,
    "/>"
  ].join("")
  return shape.replace(place, written)
}

const properties = /<p:spPr>.*?<\/p:spPr>/s

/** What the placeholders of a layout look like, for the slides on it. */
export const placesOf = (layout: string): Places => {
  const places = new Map<string, string>()
  eachPlaceholder(layout, (shape, place) => {
    places.set(key(attribute(place, "type"), attribute(place, "idx")), properties.exec(shape)?.[0] ?? "")
    return shape
  })
  return places
}

/**
 * On a slide: empty placeholders go, as they would show a prompt; one that stands where the layout has it takes its place
 * from there, so that moving it in the layout moves it on all slides.
 */
export const finishSlidePlaceholders = (xml: string, places: Places): string =>
  eachPlaceholder(xml, (shape, place) => {
    if (!hasText(shape)) return ""
    const own = properties.exec(shape)?.[0]
    const inherited = places.get(key(attribute(place, "type"), attribute(place, "idx")))
    const written = plain(shape, place)
    return own !== undefined && own === inherited ? written.replace(own, "<p:spPr/>") : written
  })

const numberField = (shape: string): string => shape.replace(/(<a:fld [^>]*type="slidenum">.*?<a:t>)[^<]*/s, "$1‹#›")

const prompted = (shape: string, type: string): string => {
  const prompt = prompts[type]
  if (prompt === undefined || hasText(shape)) return shape
  return shape.replace(
    /<a:endParaRPr lang="([^"]*)"[^>]*\/>/,
    (_, language: string) => `<a:r><a:rPr lang="${language}"/><a:t>${prompt}</a:t></a:r>`
  )
}

/** On a layout or a master. */
export const finishPlaceholders = (xml: string): string =>
  eachPlaceholder(xml, (shape, place) => prompted(numberField(plain(shape, place)), attribute(place, "type")))

/** The master with a title, a body and a footer like the layout's, where it has none: layouts inherit from it by kind. */
export const withPlaceholdersOf = (master: string, layout: string): string => {
  const known = new Set<string>()
  const missing: Array<string> = []
  const collect = (into: (type: string, shape: string) => void) => (shape: string, place: string) => {
    into(attribute(place, "type"), shape)
    return shape
  }
  eachPlaceholder(
    master,
    collect((type) => known.add(type))
  )
  eachPlaceholder(
    layout,
    collect((type, shape) => {
      if (!known.has(type)) missing.push(shape.replace(/(<p:ph type="body") idx="\d+"/, '$1 idx="1"'))
      known.add(type)
    })
  )
  return master.replace("</p:spTree>", () => `${missing.join("")}</p:spTree>`)
}
