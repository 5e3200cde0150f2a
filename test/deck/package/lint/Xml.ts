import { SaxesParser } from "saxes"

/** An element with its prefixed name as in the file. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<Element>
  /** The element's direct content. */
  readonly text: string
}

interface Open {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: Array<Element>
  text: string
}

interface Parsed {
  readonly root: Element | null
  readonly faults: ReadonlyArray<string>
}

const parseText = (text: string): Parsed => {
  const faults: Array<string> = []
  const parser = new SaxesParser({ xmlns: true })
  const open: Array<Open> = [{ name: "", attributes: {}, children: [], text: "" }]
  parser.on("error", (error) => faults.push(error.message))
  parser.on("opentag", (tag) => {
    const attributes: Record<string, string> = {}
    for (const name in tag.attributes) attributes[name] = tag.attributes[name]?.value ?? ""
    const element = { name: tag.name, attributes, children: [], text: "" }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on("text", (part) => {
    const current = open.at(-1)
    if (current !== undefined) current.text += part
  })
  parser.on("closetag", () => open.pop())
  parser.write(text).close()
  return { root: faults.length > 0 ? null : (open[0]?.children[0] ?? null), faults }
}

/** The latest parsed texts, since parts that all decks share are parsed once. */
const latest = new Map<string, Parsed>()
const kept = 200

/** Parses strictly: encoding, characters, namespaces and structure. Faults have a line number. */
export const parse = (bytes: Uint8Array): Parsed => {
  let text = ""
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return { root: null, faults: ["is not UTF-8"] }
  }
  const parsed = latest.get(text) ?? parseText(text)
  latest.delete(text)
  latest.set(text, parsed)
  if (latest.size > kept) latest.delete(latest.keys().next().value ?? "")
  return parsed
}

const collect = (element: Element, into: Array<Element>): ReadonlyArray<Element> => {
  into.push(element)
  for (const child of element.children) collect(child, into)
  return into
}

const collected = new WeakMap<Element, ReadonlyArray<Element>>()

/** The element and all its descendants in the file's order; cached. */
export const all = (element: Element): ReadonlyArray<Element> => {
  const known = collected.get(element) ?? collect(element, [])
  collected.set(element, known)
  return known
}

/** All elements of a name below an element. */
export const named = (element: Element | null | undefined, ...names: ReadonlyArray<string>): ReadonlyArray<Element> =>
  element == null ? [] : all(element).filter(({ name }) => names.includes(name))

export const first = (element: Element | null | undefined, name: string): Element | undefined => named(element, name)[0]

export const child = (element: Element | null | undefined, name: string): Element | undefined =>
  element?.children.find((one) => one.name === name)

/** All text of runs and fields below an element. */
export const textOf = (element: Element | null | undefined): string =>
  named(element, "a:t")
    .map(({ text }) => text)
    .join("")

export const repeated = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index))
]
