/** So many choices are named; of more only the nearest. */
export const maxNamed = 9

/** Longer texts are no slips of a known name. */
const maxCompared = 60

/** The words of a name, such as dueDate and due_date. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .slice(0, maxCompared)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** How many letters must be added, removed or exchanged to make one text the other. */
const slips = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, wanted] of [...other].entries()) {
      const exchanged = (row[at] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(exchanged, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The choice that has the words of a text, more or less; of several the shortest. Undefined without choices. */
export const nearest = (text: string, choices: ReadonlyArray<string>): string | undefined => {
  const given = wordsOf(text)
  const ranked = choices.map((choice) => {
    const words = wordsOf(choice)
    const missed = given.map((word) => Math.min(...words.map((other) => slips(word, other))))
    return { choice, slips: missed.reduce((sum, count) => sum + count, 0), length: choice.length }
  })
  return ranked.sort((one, other) => one.slips - other.slips || one.length - other.length)[0]?.choice
}

/** What can be sent instead of a text, behind what is wrong with it: all choices where they are few, else the nearest. */
export const instead = (given: unknown, choices: ReadonlyArray<string>): string => {
  if (choices.length === 0) return ""
  if (choices.length <= maxNamed) return `; send ${choices.join(", ").replace(/, ([^,]+)$/, " or $1")}`
  const near = typeof given === "string" ? nearest(given, choices) : undefined
  return near === undefined ? "" : `; the nearest is ${near}`
}
