import { createHmac, hash } from "node:crypto"
import * as Option from "effect/Option"
import { strFromU8 } from "fflate"
import { boundedParts } from "./BoundedZip.ts"

/** What a deck's receipt is made from. */
export interface ReceiptSource {
  /** The last event that the deck shows. */
  readonly event: number
  /** The log's hash at that event, which covers all events before it. */
  readonly logHash: string
  /** From `receiptKey`: nobody without the database can make a receipt. */
  readonly key: string
}

/** A key for receipts only, from the secret key that each database makes itself. */
export const receiptKey = (databaseKey: string): string =>
  createHmac("sha256", databaseKey).update("deck receipts").digest("base64url")

/** The part of the file that has the receipt, as a custom property that editors keep and show. */
export const receiptPart = "docProps/custom.xml"

/** A part's name and the SHA-256 of its content. */
export type PartDigest = readonly [name: string, digest: string]

export const partDigest = (name: string, content: string | Uint8Array): PartDigest => [
  name,
  hash("sha256", content, "base64url")
]

/** Tells databases apart without telling their keys. */
const keyName = (key: string): string => createHmac("sha256", key).update("name").digest("base64url").slice(0, 8)

/** HMAC-SHA256 of the event, the log's hash, and the name and the content of every part but the receipt's own. */
const sealOf = ({ event, logHash, key }: ReceiptSource, parts: ReadonlyArray<PartDigest>): string => {
  const sorted = parts.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHmac("sha256", key)
    .update(JSON.stringify([event, logHash, sorted]))
    .digest("base64url")
}

export const receiptText = (source: ReceiptSource, parts: ReadonlyArray<PartDigest>): string =>
  `event ${source.event}, log ${source.logHash}, key ${keyName(source.key)}, seal ${sealOf(source, parts)}`

const written = /event (\d{1,15}), log ([\w-]{43}), key ([\w-]{8}), seal ([\w-]{43})/

/** Bytes of an unpacked presentation, and its parts, that are read at most: several times what the largest deck has. */
const limits = { bytes: 256 * 1024 * 1024, parts: 20_000 }

/** The parts of a presentation; none for other files, and for what no deck is as large as. */
const partsOf = Option.liftThrowable((file: Uint8Array) => {
  const { parts, hasTwins } = boundedParts(file, limits)
  if (parts["ppt/presentation.xml"] === undefined) throw new Error("It is no presentation.")
  return { parts: Object.entries(parts), hasTwins }
})

/** The receipt of a presentation. */
interface FoundReceipt {
  readonly event: number
  readonly logHash: string
  /** Whether a database with this key made the receipt; only then `isUnedited` means anything. */
  readonly isFrom: (key: string) => boolean
  /** Whether the file has exactly the parts that it was made with. */
  readonly isUnedited: (key: string) => boolean
}

export const receiptIn = (file: Uint8Array): FoundReceipt | "not a deck" | "no receipt" => {
  const read = Option.getOrUndefined(partsOf(file))
  if (read === undefined) return "not a deck"
  const part = read.parts.find(([name]) => name === receiptPart)?.[1]
  const [, number, logHash = "", name, seal] = (part && written.exec(strFromU8(part))) ?? []
  if (number === undefined) return "no receipt"
  const event = Number(number)
  const digests = read.parts.flatMap(([name, content]) => (name === receiptPart ? [] : [partDigest(name, content)]))
  return {
    event,
    logHash,
    isFrom: (key) => name === keyName(key),
    isUnedited: (key) => !read.hasTwins && seal === sealOf({ event, logHash, key }, digests)
  }
}
