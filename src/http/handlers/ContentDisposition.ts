import type { FileName } from "../../deck/FileName.ts"

/** The characters of RFC 8187 that `encodeURIComponent` leaves as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  )

/** Saved, not shown; the name in both forms (RFC 6266), of which clients prefer the second. */
export const attachment = ({ ascii, full }: FileName): string =>
  `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(full)}`
