import type { Block, Box } from "../Plan.ts"

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

/** `take` for content of which nothing may be left. */
export const take = (flow: Flow | null, box: Box): Taken => (flow === null ? none : flow.take(box))

/** Inches between two things below each other. */
export const gap = 0.25

/** What is left of a box below something in it. */
export const below = (box: Box, height: number): Box => {
  const used = height === 0 ? 0 : height + gap
  return { ...box, y: box.y + used, h: Math.max(0, box.h - used) }
}

/** The first, and below it the second; the second begins when the first has ended. */
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

const columnGap = 0.4
const step = 0.1

/** Two columns beside each other, equally high when everything finds its place in them. */
export const twoColumns = (flow: Flow): Flow => ({
  take: (box) => {
    const w = (box.w - columnGap) / 2
    const filled = (h: number) => {
      const left = flow.take({ ...box, w, h })
      const right = take(left.rest, { ...box, x: box.x + w + columnGap, w, h })
      return { left, right }
    }
    let best = filled(box.h)
    if (best.right.rest === null) {
      let h = (best.left.height + best.right.height) / 2
      let lower = filled(h)
      while (lower.right.rest !== null && h < box.h) {
        h += step
        lower = filled(h)
      }
      if (lower.right.rest === null && h <= box.h) best = lower
    }
    return {
      blocks: [...best.left.blocks, ...best.right.blocks],
      height: Math.max(best.left.height, best.right.height),
      rest: best.right.rest === null ? null : twoColumns(best.right.rest)
    }
  }
})

/** One page after the other: what stands on each. The first may have another box. */
export const pages = (flow: Flow, first: Box, others: Box): ReadonlyArray<ReadonlyArray<Block>> => {
  const all: Array<ReadonlyArray<Block>> = []
  let rest: Flow | null = flow
  while (rest !== null) {
    const taken: Taken = rest.take(all.length === 0 ? first : others)
    all.push(taken.blocks)
    rest = taken.rest
  }
  return all
}
