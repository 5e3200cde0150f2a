/// <reference path="./saxen.d.ts" />
import { Parser } from "saxen"

export interface Listeners {
  /** Names are without their prefixes. */
  readonly onOpen: (name: string, attributes: () => Readonly<Record<string, string>>) => void
  readonly onClose?: (name: string) => void
  readonly onText?: (text: string) => void
}

const entities: Readonly<Record<string, string>> = { amp: "&", apos: "'", gt: ">", lt: "<", quot: '"' }

/** saxen itself cuts characters beyond 16 bits that are written as numbers. */
const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return name === undefined ? (code > 0x10ffff ? "" : String.fromCodePoint(code)) : (entities[name] ?? whole)
  })

/** A workbook writes characters that XML has not as `_x000D_`. */
const withoutEscapes = (text: string): string =>
  text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** Reads the elements of a part in order; throws where it is no XML. */
export const readXml = (xml: string, { onOpen, onClose, onText }: Listeners): void => {
  const parser = new Parser()
  parser.on("openTag", (name, attributes) =>
    onOpen(localName(name), () =>
      Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, withoutEntities(value)]))
    )
  )
  if (onClose !== undefined) parser.on("closeTag", (name) => onClose(localName(name)))
  if (onText !== undefined) {
    parser.on("text", (text) => onText(withoutEscapes(withoutEntities(text))))
    parser.on("cdata", (text) => onText(withoutEscapes(text)))
  }
  parser.parse(xml)
}
