import { passwordLength } from "../../../shared/Limits.ts"

/** The length in Unicode code points, which is how the server counts. */
export const characterCount = (text: string): number => [...text].length

export const isValidLength = (password: string): boolean =>
  characterCount(password) >= passwordLength.minimum && characterCount(password) <= passwordLength.maximum
