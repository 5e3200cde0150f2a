/** Bytes at the end of a file in which a ZIP archive's directory is looked for, and of a packed part that is read. */
const [maxDirectory, maxPart] = [4_194_304, 65_536]

const properties = "docProps/core.xml"

/** The packed content of the presentation's properties; undefined where there are none. */
const packedProperties = async (file: Blob): Promise<Blob | undefined> => {
  const from = Math.max(0, file.size - maxDirectory)
  const bytes = await file.slice(from).arrayBuffer()
  const view = new DataView(bytes)
  const isName = (at: number): boolean =>
    new TextDecoder("latin1").decode(bytes.slice(at, at + properties.length)) === properties
  for (let at = 0; at + 46 + properties.length <= bytes.byteLength; at++) {
    if (view.getUint32(at) !== 0x504b0102 || view.getUint16(at + 28, true) !== properties.length || !isName(at + 46))
      continue
    const [size, start] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
    if (size > maxPart || view.getUint16(at + 10, true) !== 8) return undefined
    const header = new DataView(await file.slice(start, start + 30).arrayBuffer())
    const content = start + 30 + header.getUint16(26, true) + header.getUint16(28, true)
    return file.slice(content, content + size)
  }
  return undefined
}

/** The first 64 KiB of a packed text. */
const unpacked = async (packed: Blob): Promise<string> => {
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader()
  const decoder = new TextDecoder()
  let text = ""
  while (text.length < maxPart) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text
}

const eventIn = async (file: Blob): Promise<string> => {
  const packed = await packedProperties(file)
  const text = packed === undefined ? "" : await unpacked(packed)
  return /As of event ([\d,]+),/.exec(text)?.[1]?.replaceAll(",", "") ?? ""
}

/** The event that a presentation of this service was made at; empty for other files, and for broken ones. */
export const deckEvent = (file: Blob): Promise<string> => eventIn(file).catch(() => "")
