const [minInt64, maxInt64] = [-(2n ** 63n), 2n ** 63n - 1n]

/**
 * Whether the number under a key of a JSON object is a signed integer of 64 bits, which `JSON.parse` rounds to 53. One with a
 * fraction or an exponent is compared as a double. The text must be valid JSON.
 */
export const fitsInt64 = (json: string, key: string): boolean => {
  const texts = new Map<unknown, string | undefined>()
  const object = JSON.parse(json, function (name, value, context?: { readonly source?: string }) {
    if (name === key) texts.set(this, context?.source)
    return value
  })
  const text = texts.get(object) ?? ""
  const value = /^-?\d+$/.test(text) ? BigInt(text) : Number.parseFloat(text)
  return value >= minInt64 && value <= maxInt64
}
