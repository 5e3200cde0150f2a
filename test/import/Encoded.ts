/** All that an encoding can write in one or two bytes, by character. */
const bytesByCharacter = (encoding: string): ReadonlyMap<string, ReadonlyArray<number>> => {
  const decoder = new TextDecoder(encoding)
  const known = new Map<string, ReadonlyArray<number>>()
  const add = (bytes: ReadonlyArray<number>): void => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== "\uFFFD" && !known.has(text)) known.set(text, bytes)
  }
  for (let one = 0; one < 256; one++) add([one])
  for (let one = 0x81; one < 0xff; one++) for (let two = 0x40; two < 0xff; two++) add([one, two])
  return known
}

/** The bytes of a text in any encoding that `TextDecoder` reads. */
export const encodedAs = (text: string, encoding: string): Uint8Array<ArrayBuffer> => {
  if (encoding === "utf-8") return new TextEncoder().encode(text)
  if (encoding.startsWith("utf-16")) {
    const pairs = Array.from({ length: text.length }, (_, at) => [text.charCodeAt(at) & 255, text.charCodeAt(at) >> 8])
    return Uint8Array.from(pairs.flatMap((pair) => (encoding === "utf-16le" ? pair : pair.toReversed())))
  }
  const known = bytesByCharacter(encoding)
  return Uint8Array.from([...text].flatMap((one) => known.get(one) ?? Array.from("?", () => 63)))
}
