/** The letters of each word of a name; of an email address, those before the @. */
const words = (name: string): ReadonlyArray<ReadonlyArray<string>> =>
  (name.replace(/(?<=.)@.*/u, "").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).map(
    (word) => word.match(/.\p{M}*/gu) ?? []
  )

/** Two capital letters for a name: of its first and last word, or the first two of its only word; "?" if it has none. */
export const initialsOf = (name: string): string => {
  const [first = ["?"], ...others] = words(name)
  const [one, two] = [first[0], others.at(-1)?.[0] ?? first[1]]
  return `${one}${two ?? ""}`.toUpperCase()
}

/** One of twelve hues in degrees, always the same for a name. */
export const hueOf = (name: string): number =>
  ([...name].reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973, 0) % 12) * 30
