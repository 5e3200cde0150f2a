import type { Block, SlidePlan } from "../Plan.ts"
import { contentSlide, continued } from "./Frame.ts"

/** The slides of one subject: a slide per page, numbered when there are several. */
export const series = (subject: {
  readonly section: string
  readonly title: string
  readonly pages: ReadonlyArray<ReadonlyArray<Block>>
  /** Of the first slide, and of those it goes on with. */
  readonly notes: { readonly first: string; readonly others: string }
}): ReadonlyArray<SlidePlan> => {
  const { section, title, pages, notes } = subject
  return pages.map((blocks, index) =>
    contentSlide({
      section,
      title: continued(title, index + 1, pages.length),
      blocks,
      notes: index === 0 ? notes.first : notes.others
    })
  )
}
