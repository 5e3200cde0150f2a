import { passwordLength } from "../../shared/Limits.ts"

/** Letters and digits that are not taken for one another: 32, so that five bits of a byte choose one without bias. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789"

/** How many bytes of chance a password is made of: five bits of each count. */
export const chanceNeeded = 20

/** Easy to read out: groups of five, with hyphens between. */
export const passwordOf = (chance: Uint8Array): string =>
  Array.from(chance, (byte, at) => `${at > 0 && at % 5 === 0 ? "-" : ""}${letters[byte % letters.length]}`).join("")

/** As the server counts. */
export const lengthOf = (text: string): number => [...text].length

export const isLongEnough = (password: string): boolean =>
  lengthOf(password) >= passwordLength.minimum && lengthOf(password) <= passwordLength.maximum
