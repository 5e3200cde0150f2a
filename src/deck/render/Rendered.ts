import type { Parts } from "./Parts.ts"

/**
 * A deck as PptxGenJS writes it, and what the finishing pass needs to make a clean package of it. That also calls
 * `correctSlide` and `correctNotes` on each of those parts.
 */
export interface Rendered {
  /**
   * Alt texts of the deck's objects. The object that carries `alts[n]` is named by `altName(n)` in its slide; an empty
   * text marks decoration. Objects with another name are text that speaks for itself.
   */
  readonly alts: ReadonlyArray<string>
  /** All parts of the deck, its master and layouts our own. */
  readonly parts: Parts
}

/** The name an object has in its slide until the finishing pass writes its alt text. */
export const altName = (index: number): string => `alt:${index}`
