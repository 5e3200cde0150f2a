import { passwordLength } from "../../../shared/Limits.ts"

/** 32 letters and digits that are not mistaken for one another: five bits of a random byte choose one without bias. */
const characters = "abcdefghijkmnpqrstuvwxyz23456789"

/** The number of random bytes in a generated password; five bits of each are used. */
export const randomBytesNeeded = 20

/** A password in groups of five characters with hyphens between, easy to dictate. */
export const passwordFrom = (randomBytes: Uint8Array): string =>
  Array.from(
    randomBytes,
    (byte, index) => `${index > 0 && index % 5 === 0 ? "-" : ""}${characters[byte % characters.length]}`
  ).join("")

/** The length in Unicode code points, which is how the server counts. */
export const characterCount = (text: string): number => [...text].length

export const isValidLength = (password: string): boolean =>
  characterCount(password) >= passwordLength.minimum && characterCount(password) <= passwordLength.maximum
