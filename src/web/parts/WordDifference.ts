export type Part = { readonly kind: "same" | "added" | "removed"; readonly text: string }

/** More cells of the table are not worth the wait: then what differs is shown as one piece. */
const mostCells = 1 << 22

const segmenter = new Intl.Segmenter("en", { granularity: "word" })

/** Words, blanks and marks. */
const wordsOf = (text: string): ReadonlyArray<string> => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** `lengths[i * width + j]`: how many words the rests of both, from i and from j on, have in common in this order. */
const common = (before: ReadonlyArray<string>, after: ReadonlyArray<string>, width: number): Uint16Array => {
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

/** A stretch that stayed, after one that was replaced. */
interface Step {
  readonly removed: string
  readonly added: string
  readonly same: string
}

const differing = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Step> => {
  const width = after.length + 1
  if ((before.length + 1) * width > mostCells) return [{ removed: before.join(""), added: after.join(""), same: "" }]
  const lengths = common(before, after, width)
  const steps: Array<Step> = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    let [removed, added, same] = ["", "", ""]
    while ((i < before.length || j < after.length) && (i === before.length || before[i] !== after[j])) {
      const at = i * width + j
      const isRemoval =
        j === after.length || (i < before.length && (lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0))
      if (isRemoval) removed += before[i++] ?? ""
      else added += after[j++] ?? ""
    }
    while (i < before.length && before[i] === after[j]) {
      same += before[i++] ?? ""
      j++
    }
    steps.push({ removed, added, same })
  }
  return steps
}

/** A blank alone between two replacements is no rest for the eye: it goes with them. */
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

const shared = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): number => {
  const at = left.findIndex((word, index) => word !== right[index])
  return at === -1 ? left.length : at
}

/**
 * What became of a text, word by word: what stayed and what was added make the text after, what stayed and what was
 * removed the one before. No two neighbours are of the same kind.
 */
export const wordDiff = (before: string, after: string): ReadonlyArray<Part> => {
  const [left, right] = [wordsOf(before), wordsOf(after)]
  const head = shared(left, right)
  const tail = shared(left.slice(head).reverse(), right.slice(head).reverse())
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
