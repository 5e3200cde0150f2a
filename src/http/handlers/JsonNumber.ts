/** The tokens of a JSON text. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/**
 * How the number under a key of a JSON object is written, which parsing rounds to 53 bits; undefined where there is none.
 * Of a key that comes twice the last one counts, as it does for `JSON.parse`. The text must be JSON.
 */
export const numberText = (json: string, key: string): string | undefined => {
  let depth = 0
  let before = ""
  let name: string | undefined
  let found: string | undefined
  for (const [token] of json.matchAll(tokens)) {
    if (token === "}" || token === "]") depth--
    if (depth === 1 && token === ":") name = JSON.parse(before)
    else if (depth === 1 && before === ":" && name === key) found = token
    if (token === "{" || token === "[") depth++
    before = token
  }
  return found
}

const [smallest, largest] = [-(2n ** 63n), 2n ** 63n - 1n]

/** Whether a number as it is written is an integer of 64 bits; of one with a fraction or an exponent, as far as a double tells. */
export const fits64Bits = (text: string): boolean => {
  const value = /^-?\d+$/.test(text) ? BigInt(text) : Number(text)
  return value >= smallest && value <= largest
}
