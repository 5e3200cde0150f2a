/** The blocks of a windowed list to render: from `first` to `last`, and `focused`, which is -1 for none. */
export interface VisibleRange {
  readonly first: number
  readonly last: number
  readonly focused: number
}

export const sameRange = (one: VisibleRange, other: VisibleRange): boolean =>
  one.first === other.first && one.last === other.last && one.focused === other.focused

interface Options {
  /** The number of blocks. */
  readonly count: number
  /** In pixels. */
  readonly heightOf: (block: number) => number
  /** Where the list begins, in pixels below the top of the screen. */
  readonly top: number
  /** The height of the screen. */
  readonly screen: number
  /** The block with the focus; NaN for none. */
  readonly focused: number
}

/**
 * The blocks that reach into the screen, or within one screen's height above or below it. At least the nearest block,
 * unless the list is empty.
 */
export const visibleRange = ({ count, heightOf, top, screen, focused }: Options): VisibleRange => {
  let [first, last] = [-1, 0]
  let from = top
  for (let block = 0; block < count; block++) {
    const to = from + heightOf(block)
    if (to > -screen && from < 2 * screen) {
      if (first === -1) first = block
      last = block
    }
    from = to
  }
  const nearest = top > 0 ? 0 : Math.max(0, count - 1)
  return {
    first: first === -1 ? nearest : first,
    last: first === -1 ? nearest : last,
    focused: focused < count ? focused : -1
  }
}
