import { Effect } from "effect"
import JSZip from "jszip"

/** The XML of each slide of a presentation. */
export const slidesOf = (presentation: Uint8Array): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => {
    const { files } = await JSZip.loadAsync(presentation)
    const slides = Object.values(files).filter(({ name }) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    return Promise.all(slides.map((slide) => slide.async("string")))
  })
