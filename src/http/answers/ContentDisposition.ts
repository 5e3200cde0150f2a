import type { FileName } from "../../deck/FileName.ts"

/** Percent-encodes for RFC 8187, also the characters that `encodeURIComponent` leaves as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  )

/** Tells the browser to save the file. The name is given in both forms of RFC 6266; clients prefer the second. */
export const attachment = ({ ascii, full }: FileName): string =>
  `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(full)}`
