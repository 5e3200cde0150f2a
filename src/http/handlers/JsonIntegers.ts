/** The tokens of a JSON text. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/**
 * The text of the number under a key of a JSON object, which `JSON.parse` would round to 53 bits; undefined without such a
 * key. Of a repeated key the last one counts, as it does for `JSON.parse`. The text must be valid JSON.
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

const [minInt64, maxInt64] = [-(2n ** 63n), 2n ** 63n - 1n]

/** Whether the text is a signed integer of 64 bits. One with a fraction or an exponent is compared as a double. */
export const fitsInt64 = (text: string): boolean => {
  const value = /^-?\d+$/.test(text) ? BigInt(text) : Number(text)
  return value >= minInt64 && value <= maxInt64
}
