/** In UTF-16 units or bytes: some ten thousand rows. */
export const maxLength = 1_000_000

const decodedAs = async (bytes: ArrayBuffer, encoding: string): Promise<string> =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes)

/** The text of a file in UTF-8, in UTF-16 with its mark, or else in the encoding of Windows. */
export const decoded = (bytes: ArrayBuffer): Promise<string> =>
  decodedAs(bytes, "utf-8").catch(() =>
    decodedAs(bytes, new Uint8Array(bytes)[0] === 0xff ? "utf-16le" : "windows-1252")
  )
