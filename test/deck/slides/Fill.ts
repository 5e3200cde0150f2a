import type { Block, SlidePlan } from "../../../src/deck/DeckPlan.ts"
import { bodyBox } from "../../../src/deck/slides/ContentSlide.ts"

/** The distance in inches between sampled points. */
const step = 0.1

const covers = (block: Block, x: number, y: number): boolean => {
  const { box } = block
  const h = block.kind === "text" ? block.extent.h : box.h
  return x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + h
}

/** The share of a slide's body that its blocks cover, 0 to 1. */
export const fillOf = ({ blocks }: SlidePlan): number => {
  let [covered, all] = [0, 0]
  for (let x = bodyBox.x; x < bodyBox.x + bodyBox.w; x += step) {
    for (let y = bodyBox.y; y < bodyBox.y + bodyBox.h; y += step) {
      all += 1
      if (blocks.some((block) => covers(block, x, y))) covered += 1
    }
  }
  return covered / all
}
