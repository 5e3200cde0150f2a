/** Characters XML 1.0 does not know, lone surrogates among them; a reader refuses the whole file for one. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** XML without the characters that no XML may have. */
export const legal = (xml: string): string => xml.replace(illegal, "")

/** Text as it stands in an element or an attribute; half a character becomes U+FFFD, as in what PptxGenJS writes. */
export const escape = (text: string): string =>
  legal(text.toWellFormed()).replace(/[&<>"]/g, (character) => entities[character] ?? "")
