import type { Block, Box } from "../DeckPlan.ts"

/** Content that is laid out in boxes, one after the other, until nothing is left. Immutable: `take` changes nothing. */
export interface Flow {
  /** Fills a box from its top. A low box may get nothing; one of a whole slide's height always gets something. */
  readonly take: (box: Box) => Taken
}

export interface Taken {
  readonly blocks: ReadonlyArray<Block>
  /** Inches, from the box's top. */
  readonly height: number
  readonly rest: Flow | null
}

const none: Taken = { blocks: [], height: 0, rest: null }

/** `take` for content that may be used up. */
export const take = (flow: Flow | null, box: Box): Taken => (flow === null ? none : flow.take(box))

/** Inches between two things below each other. */
export const gap = 0.2

/** Inches between two things beside each other. */
export const columnGap = 0.4

/** The rest of a box below content of this height. */
export const below = (box: Box, height: number): Box => {
  const used = height === 0 ? 0 : height + gap
  return { ...box, y: box.y + used, h: Math.max(0, box.h - used) }
}

/** The second flow below the first; it begins where the first has ended. */
export const stacked = (first: Flow | null, second: Flow | null): Flow | null => {
  if (first === null || second === null) return first ?? second
  return {
    take: (box) => {
      const upper = first.take(box)
      if (upper.rest !== null) return { ...upper, rest: stacked(upper.rest, second) }
      const lower = second.take(below(box, upper.height))
      return {
        blocks: [...upper.blocks, ...lower.blocks],
        height: lower.height === 0 ? upper.height : upper.height + gap + lower.height,
        rest: lower.rest
      }
    }
  }
}

/** The content of each page, at most `maxPages`. */
export const pages = (flow: Flow, box: Box, maxPages: number): ReadonlyArray<Taken> => {
  const all: Array<Taken> = []
  let rest: Flow | null = flow
  while (rest !== null && all.length < maxPages) {
    const taken: Taken = rest.take(box)
    all.push(taken)
    rest = taken.rest
  }
  return all
}

/** With more pages than this nobody notices that the last one has little. */
const maxBalanced = 4

/** Inches. */
const balanceStep = 0.2

/** The same number of pages with about equal heights, so that the last one does not have just a line or two. */
export const balanced = (flow: Flow, box: Box, all: ReadonlyArray<Taken>): ReadonlyArray<Taken> => {
  let best = all
  for (let h = box.h - balanceStep; all.length <= maxBalanced && h > 0; h -= balanceStep) {
    const lower = pages(flow, { ...box, h }, all.length)
    if (lower.at(-1)?.rest !== null) break
    best = lower
  }
  return best
}

/** `count` boxes of equal width beside each other. */
export const columnsOf = (box: Box, count: number): ReadonlyArray<Box> => {
  const w = (box.w - columnGap * (count - 1)) / count
  return Array.from({ length: count }, (_, index) => ({ ...box, x: box.x + index * (w + columnGap), w }))
}

/** `count` boxes of equal height below each other. */
export const rowsOf = (box: Box, count: number): ReadonlyArray<Box> => {
  const h = (box.h - gap * (count - 1)) / count
  return Array.from({ length: count }, (_, index) => ({ ...box, y: box.y + index * (h + gap), h }))
}
