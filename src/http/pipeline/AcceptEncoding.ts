/** What a client may say it takes; the first is the smallest. */
export type Encoding = "br" | "gzip" | "identity"

const preferred: ReadonlyArray<Encoding> = ["br", "gzip", "identity"]

const weightOf = (parameters: ReadonlyArray<string>): number => {
  const weight = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
  return weight === undefined ? 1 : Number(weight)
}

/** By RFC 9110, 12.5.3: `*` stands for what is not named, and what is not encoded is taken unless it is said not to be. */
const weights = (header: string): ((encoding: Encoding) => number) => {
  const named = new Map(
    header.split(",").map((entry) => {
      const [name = "", ...parameters] = entry.split(";")
      return [
        name
          .trim()
          .toLowerCase()
          .replace(/^x-gzip$/, "gzip"),
        weightOf(parameters)
      ] as const
    })
  )
  // Least of what is taken at all.
  const unnamed = (encoding: Encoding) => (encoding === "identity" ? Number.MIN_VALUE : 0)
  return (encoding) => named.get(encoding) ?? named.get("*") ?? unnamed(encoding)
}

/**
 * Of the encodings there are the one the client likes best, of several the smallest. Who takes none gets what is not encoded,
 * as who says nothing does.
 */
export const choose = (header: string | undefined, has: (encoding: Encoding) => boolean): Encoding => {
  if (header === undefined) return "identity"
  const weight = weights(header)
  const best = preferred
    .filter((encoding) => has(encoding) && weight(encoding) > 0)
    .reduce<Encoding | undefined>(
      (one, other) => (one === undefined || weight(other) > weight(one) ? other : one),
      undefined
    )
  return best ?? "identity"
}
