/** The letters of each word of a name; of an email address, those before the @. */
const words = (name: string): ReadonlyArray<ReadonlyArray<string>> =>
  (name.replace(/(?<=.)@.*/u, "").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).map(
    (word) => word.match(/.\p{M}*/gu) ?? []
  )

const capitals = (...letters: ReadonlyArray<string | undefined>): string => letters.join("").toUpperCase()

/** Two capital letters for a name: of its first and last word, or the first two of its only word; "?" if it has none. */
export const initialsOf = (name: string): string => {
  const [first = ["?"], ...others] = words(name)
  return capitals(first[0], others.at(-1)?.[0] ?? first[1])
}

/** Three letters for a name, the better ones first. */
const longInitials = (name: string): ReadonlyArray<string> => {
  const [first = ["?"], ...others] = words(name)
  const last = others.at(-1)
  return last === undefined
    ? [capitals(first[0], first[1], first[2]), capitals(first[0], first[1], first.at(-1))]
    : [
        capitals(first[0], first[1], last[0]),
        capitals(first[0], last[0], last[1]),
        capitals(first[0], last[0], last.at(-1))
      ]
}

/** The initials of names whose two letters are the same: three letters, others for each of them as far as there are any. */
export const initialsAmong = (names: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const given = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of names.toSorted()) {
    const all = names.length < 2 ? [initialsOf(name)] : longInitials(name)
    const own = all.find((letters) => !taken.has(letters)) ?? all[0] ?? ""
    taken.add(own)
    given.set(name, own)
  }
  return given
}

/** One of twelve hues in degrees, always the same for a name. */
export const hueOf = (name: string): number =>
  ([...name].reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973, 0) % 12) * 30
