/** A deck as PptxGenJS writes it, before the finishing pass: a package with faults, stored without compression. */
export interface Rendered {
  readonly bytes: Uint8Array
  /**
   * Alt texts of the deck's objects. The object that carries `alts[n]` is named by `altName(n)` in its slide; an empty
   * text marks decoration. Objects with another name are text that speaks for itself.
   */
  readonly alts: ReadonlyArray<string>
}

/** The name an object has in its slide until the finishing pass writes its alt text. */
export const altName = (index: number): string => `alt:${index}`
