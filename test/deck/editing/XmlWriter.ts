import type { Element } from "../package/lint/Xml.ts"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;"
}

const escaped = (text: string): string => text.replace(/[&<>"\n]/g, (sign) => entities[sign] ?? "")

/** An element as XML, for programs that change a part and write it again. */
export const xmlOf = ({ name, attributes, children, text }: Element): string => {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${own.join("")}>${escaped(text)}${children.map(xmlOf).join("")}</${name}>`
}

/** The tree with each element of a name replaced. */
export const replaced = (root: Element, name: string, change: (element: Element) => Element): Element =>
  root.name === name ? change(root) : { ...root, children: root.children.map((child) => replaced(child, name, change)) }
