/** A drag within `scrollMarginPx` of the edge scrolls by `scrollStepPx` each frame. */
const scrollMarginPx = 56
const scrollStepPx = 12

const scrollerOf = (element: Element): Element => {
  for (let up = element.parentElement; up !== null && up !== document.body; up = up.parentElement) {
    if (up.scrollHeight > up.clientHeight && getComputedStyle(up).overflowY === "auto") return up
  }
  return document.documentElement
}

const scrollAt = (scroller: Element, y: number): void => {
  const isPage = scroller === document.documentElement
  const top = isPage ? 0 : scroller.getBoundingClientRect().top
  const bottom = isPage ? innerHeight : scroller.getBoundingClientRect().bottom
  if (y < top + scrollMarginPx) scroller.scrollBy(0, -scrollStepPx)
  else if (y > bottom - scrollMarginPx) scroller.scrollBy(0, scrollStepPx)
}

const itemsOf = (list: Element): ReadonlyArray<HTMLElement> =>
  Array.from(list.querySelectorAll<HTMLElement>(":scope > [data-id]"))

/**
 * Drags the item (`data-id`) that contains the pressed grip within its list, or among the lists (`data-list`) below
 * `root`, of which the lower ones come later. A line shows where it would be dropped. `onDrop` gets the list, and the id
 * of the item it is dropped before, or undefined for the end of the list. Escape cancels.
 */
export const dragItem = (
  event: PointerEvent & { readonly currentTarget: HTMLElement },
  onDrop: (before: string | undefined, list: HTMLElement) => void,
  root?: Element | null
): void => {
  const grip = event.currentTarget
  const item = grip.closest<HTMLElement>("[data-id]")
  const own = item?.parentElement
  if (event.button !== 0 || item === null || own === null || own === undefined) return
  event.preventDefault()
  const lists = root == null ? [own] : Array.from(root.querySelectorAll<HTMLElement>("[data-list]"))
  const line = document.createElement("div")
  const scroller = scrollerOf(own)
  const ended = new AbortController()
  const { signal } = ended
  let [y, gap, frame, list] = [event.clientY, -1, 0, own]
  const locate = (): void => {
    list = lists.findLast((each) => each.getBoundingClientRect().top <= y) ?? lists[0] ?? own
    const boxes = itemsOf(list).map((each) => each.getBoundingClientRect())
    const below = boxes.findIndex(({ top, height }) => y < top + height / 2)
    gap = below < 0 ? boxes.length : below
    const { left, top, width } = list.getBoundingClientRect()
    const at = boxes[gap]?.top ?? boxes.at(-1)?.bottom ?? top
    Object.assign(line.style, { top: `${at - 1}px`, left: `${left}px`, width: `${width}px` })
  }
  const follow = (): void => {
    scrollAt(scroller, y)
    locate()
    frame = requestAnimationFrame(follow)
  }
  const end = (): void => {
    ended.abort()
    cancelAnimationFrame(frame)
    line.remove()
    delete item.dataset.dragged
  }
  const drop = (): void => {
    locate()
    const all = itemsOf(list)
    const from = all.indexOf(item)
    end()
    if (from < 0 || (gap !== from && gap !== from + 1)) onDrop(all[gap]?.dataset.id, list)
  }
  const onKeyDown = (pressed: KeyboardEvent): void => {
    if (pressed.key !== "Escape") return
    pressed.stopPropagation()
    end()
  }
  line.className = "drop-line"
  document.body.append(line)
  item.dataset.dragged = ""
  grip.setPointerCapture(event.pointerId)
  addEventListener(
    "pointermove",
    (next) => {
      y = next.clientY
    },
    { signal }
  )
  addEventListener("pointerup", drop, { signal })
  addEventListener("pointercancel", end, { signal })
  addEventListener("keydown", onKeyDown, { signal, capture: true })
  follow()
}
