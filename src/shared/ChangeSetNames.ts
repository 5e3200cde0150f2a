import { truncatedLine } from "./Quoted.ts"

/** The longest name of a change set, in code points. */
export const maxNameLength = 100

const named = (text: string): string => truncatedLine(text, maxNameLength)

/** The name of a set that was given none. */
export const changesBy = (actor: string): string => named(`Changes by ${actor}`)

export const undoOf = (name: string): string => named(`Undo of ${name}`)

export const periodOf = (title: string): string => named(`Period of ${title}`)

export const correctedCheckIn = "Correction of a check-in"

export const carryOverTo = (quarter: string): string => `Carry over to ${quarter}`

export const importOf = (file: string): string => named(`Import of ${file}`)

export const importInto = (teams: string): string => named(`Import into ${teams}`)

/** The name of the set that moves what descriptions say into fields. */
export const convertedDetails = "Details of descriptions"

/** "(Ada, 25 Nov 2026, 10:19)", after the sentence that says why a change stays. */
export const byWhom = (
  { actorName, timestamp }: { readonly actorName: string; readonly timestamp: string },
  moment: (timestamp: string) => string
): string => `(${actorName}, ${moment(timestamp)})`
