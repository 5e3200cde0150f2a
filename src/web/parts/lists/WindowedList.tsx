import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { useWindowEvents } from "../keys/WindowEvents.ts"
import { sameRange, type VisibleRange, visibleRange } from "./VisibleRange.ts"

/** Items that are rendered together. */
const blockSize = 20

interface Props<A> {
  readonly items: ReadonlyArray<A>
  readonly label: string
  readonly row: (item: A, index: number) => JSX.Element
  /** The assumed height of an item, in pixels, until some have been rendered. */
  readonly estimatedHeight: number
}

const blockOf = (element: Element | null): number =>
  Number(element?.closest<HTMLElement>("[data-block]")?.dataset.block)

/**
 * A list of any length. The document contains only the blocks on the screen and one screen above and below it, and the
 * block with the focus; in a print, all of them. Empty boxes of the height last measured stand for the others.
 */
export const WindowedList = <A,>({ items, label, row, estimatedHeight }: Props<A>) => {
  const list = useRef<HTMLDivElement>(null)
  const heights = useRef(new Map<number, number>())
  const rowHeight = useRef(estimatedHeight)
  const width = useRef(0)
  const range = useSignal<VisibleRange>({ first: 0, last: 0, focused: -1 })
  const isPrinting = useSignal(false)
  const count = Math.ceil(items.length / blockSize)
  const heightOf = (block: number): number =>
    heights.current.get(block) ?? rowHeight.current * Math.min(blockSize, items.length - block * blockSize)

  /** Notes the heights of the blocks that are rendered. */
  const measure = (element: HTMLElement): void => {
    if (width.current !== element.clientWidth) heights.current.clear()
    width.current = element.clientWidth
    for (const block of element.querySelectorAll<HTMLElement>(":scope > [data-shown]")) {
      heights.current.set(Number(block.dataset.block), block.getBoundingClientRect().height)
    }
    const first = heights.current.get(0)
    if (first !== undefined && count > 1) rowHeight.current = first / blockSize
  }
  const update = (): void => {
    const element = list.current
    if (element === null) return
    measure(element)
    const { top } = element.getBoundingClientRect()
    const next = visibleRange({ count, heightOf, top, screen: innerHeight, focused: blockOf(document.activeElement) })
    if (!sameRange(range.peek(), next)) range.value = next
  }
  useLayoutEffect(update)
  useWindowEvents(["scroll", "resize"], update)
  useWindowEvents(["beforeprint", "afterprint"], ({ type }) => {
    isPrinting.value = type === "beforeprint"
  })
  const { first, last, focused } = range.value
  const isShown = (block: number): boolean => isPrinting.value || (block >= first && block <= last) || block === focused
  return (
    // biome-ignore lint/a11y/useSemanticElements: a ul could not have the boxes between itself and its items
    <div ref={list} role="list" aria-label={label} class="windowed">
      {Array.from({ length: count }, (_, block) =>
        isShown(block) ? (
          <div key={block} data-block={block} data-shown>
            {items
              .slice(block * blockSize, (block + 1) * blockSize)
              .map((item, index) => row(item, block * blockSize + index))}
          </div>
        ) : (
          <div key={block} data-block={block} style={{ height: `${heightOf(block)}px` }} />
        )
      )}
    </div>
  )
}
