/**
 * A deck as PptxGenJS writes it, stored without compression, and what the finishing pass needs to make a clean package
 * of it. That also calls `correctSlide` and `correctNotes` on each of those parts.
 */
export interface Rendered {
  readonly bytes: Uint8Array
  /**
   * Alt texts of the deck's objects. The object that carries `alts[n]` is named by `altName(n)` in its slide; an empty
   * text marks decoration. Objects with another name are text that speaks for itself.
   */
  readonly alts: ReadonlyArray<string>
  /** XML that takes the place of what is in the package under the same name: the master and the layouts. */
  readonly parts: ReadonlyMap<string, string>
}

/** The name an object has in its slide until the finishing pass writes its alt text. */
export const altName = (index: number): string => `alt:${index}`
