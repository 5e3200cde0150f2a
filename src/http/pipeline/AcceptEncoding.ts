/** The encodings that a response can have. */
export type Encoding = "br" | "zstd" | "gzip" | "identity"

const bySize: ReadonlyArray<Encoding> = ["br", "zstd", "gzip", "identity"]

const weightOf = (parameters: ReadonlyArray<string>): number => {
  const weight = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
  return weight === undefined ? 1 : Number(weight)
}

/** By RFC 9110, 12.5.3: `*` stands for encodings that are not named, and `identity` is accepted unless it is excluded. */
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
  // The lowest weight that still counts as accepted.
  const unnamed = (encoding: Encoding) => (encoding === "identity" ? Number.MIN_VALUE : 0)
  return (encoding) => named.get(encoding) ?? named.get("*") ?? unnamed(encoding)
}

/**
 * The available encoding with the highest weight, and the smallest one of several; `identity` without the header, or if the
 * client accepts none.
 */
export const choose = (header: string | undefined, has: (encoding: Encoding) => boolean): Encoding => {
  if (header === undefined) return "identity"
  const weight = weights(header)
  const best = bySize
    .filter((encoding) => has(encoding) && weight(encoding) > 0)
    .reduce<Encoding | undefined>(
      (one, other) => (one === undefined || weight(other) > weight(one) ? other : one),
      undefined
    )
  return best ?? "identity"
}
