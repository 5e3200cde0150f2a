import * as Option from "effect/Option"
import { strFromU8, unzipSync } from "fflate"
import { dateText } from "./facts/DeckDates.ts"
import { numberText } from "./facts/DeckNumbers.ts"
import type { DeckContext } from "./Input.ts"

/** The moment that a deck shows, as its properties and its last slide name it: `event 4,711, 14 November 2026`. */
export const momentText = ({ sequenceNumber, date }: Pick<DeckContext, "sequenceNumber" | "date">): string =>
  `event ${numberText(sequenceNumber)}, ${dateText(date)}`

const named = /As of event ([\d,]+),/

const properties = "docProps/core.xml"

/** Bytes of the properties that are read at most. */
const maxProperties = 65_536

/** None for what is no ZIP archive. */
const propertiesIn = Option.liftThrowable((file: Uint8Array) =>
  unzipSync(file, { filter: ({ name, originalSize }) => name === properties && originalSize <= maxProperties })
)

/** The event that a presentation of this service was made at; undefined for other files. */
export const madeAt = (file: Uint8Array): number | undefined => {
  const part = Option.getOrUndefined(propertiesIn(file))?.[properties]
  const found = part && named.exec(strFromU8(part))?.[1]
  return found === undefined ? undefined : Number(found.replaceAll(",", ""))
}
