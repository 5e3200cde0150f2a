/** By how many characters a text is too long. Its length in UTF-16 units, which is never smaller, is compared first. */
export const excessOf = (text: string, maxLength: number): number =>
  text.length > maxLength ? Math.max(0, [...text.trim()].length - maxLength) : 0
