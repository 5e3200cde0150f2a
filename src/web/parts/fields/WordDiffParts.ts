export type Part = { readonly kind: "same" | "added" | "removed"; readonly text: string }

/** With a larger table the diff would take too long: everything that differs becomes one replacement. */
const maxTableCells = 1 << 22

const segmenter = new Intl.Segmenter("en", { granularity: "word" })

/** Words, white space and punctuation. */
const wordsOf = (text: string): ReadonlyArray<string> => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** The table of longest common subsequences: `lengths[i * width + j]` is that of `before` from i and `after` from j. */
const commonLengths = (before: ReadonlyArray<string>, after: ReadonlyArray<string>, width: number): Uint16Array => {
  const lengths = new Uint16Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const at = i * width + j
      lengths[at] =
        before[i] === after[j]
          ? 1 + (lengths[at + width + 1] ?? 0)
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0)
    }
  }
  return lengths
}

/** A replacement followed by words that stayed. */
interface Step {
  readonly removed: string
  readonly added: string
  readonly same: string
}

const differing = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Step> => {
  const width = after.length + 1
  if ((before.length + 1) * width > maxTableCells)
    return [{ removed: before.join(""), added: after.join(""), same: "" }]
  const lengths = commonLengths(before, after, width)
  const steps: Array<Step> = []
  let [i, j] = [0, 0]
  const isLeft = (): boolean => i < before.length || j < after.length
  const isSame = (): boolean => i < before.length && before[i] === after[j]
  const isRemoval = (): boolean => {
    const at = i * width + j
    return j === after.length || (i < before.length && (lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0))
  }
  while (isLeft()) {
    let [removed, added, same] = ["", "", ""]
    while (isLeft() && !isSame()) {
      if (isRemoval()) removed += before[i++] ?? ""
      else added += after[j++] ?? ""
    }
    while (isSame()) {
      same += before[i++] ?? ""
      j++
    }
    steps.push({ removed, added, same })
  }
  return steps
}

/** Joins replacements with only white space between them into one, which is easier to read. */
const joined = (steps: ReadonlyArray<Step>): ReadonlyArray<Step> => {
  const all: Array<Step> = []
  for (const step of steps) {
    const last = all.at(-1)
    if (last === undefined || last.same.trim() !== "" || last.removed === "" || step.removed === "") all.push(step)
    else {
      all[all.length - 1] = {
        removed: last.removed + last.same + step.removed,
        added: last.added + last.same + step.added,
        same: step.same
      }
    }
  }
  return all
}

const commonPrefixLength = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): number => {
  const at = left.findIndex((word, index) => word !== right[index])
  return at === -1 ? left.length : at
}

/**
 * The difference of two texts by words. The parts `same` and `added` together are the text after, `same` and `removed`
 * the one before. Adjacent parts differ in kind, and none is empty.
 */
export const wordDiff = (before: string, after: string): ReadonlyArray<Part> => {
  const [left, right] = [wordsOf(before), wordsOf(after)]
  const head = commonPrefixLength(left, right)
  const tail = commonPrefixLength(left.slice(head).reverse(), right.slice(head).reverse())
  const [upToLeft, upToRight] = [left.length - tail, right.length - tail]
  const steps = joined([
    { removed: "", added: "", same: left.slice(0, head).join("") },
    ...differing(left.slice(head, upToLeft), right.slice(head, upToRight)),
    { removed: "", added: "", same: left.slice(upToLeft).join("") }
  ])
  const parts: Array<Part> = []
  const push = (kind: Part["kind"], text: string): void => {
    const last = parts.at(-1)
    if (text === "") return
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text }
    else parts.push({ kind, text })
  }
  for (const { removed, added, same } of steps) {
    push("removed", removed)
    push("added", added)
    push("same", same)
  }
  return parts
}
