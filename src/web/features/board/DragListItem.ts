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

/**
 * Drags the item (`data-id`) that contains the grip within its list; a line shows where it would be dropped. `onDrop`
 * gets the id of the item it is dropped before, or undefined for the end of the list. Escape cancels.
 */
export const dragListItem = (
  event: PointerEvent,
  grip: Element,
  onDrop: (before: string | undefined) => void
): void => {
  const item = grip.closest<HTMLElement>("[data-id]")
  const list = item?.parentElement
  if (event.button !== 0 || item === null || list === null || list === undefined) return
  event.preventDefault()
  const line = document.createElement("div")
  const scroller = scrollerOf(list)
  const ended = new AbortController()
  const { signal } = ended
  let [y, gap, frame] = [event.clientY, -1, 0]
  const items = () => Array.from(list.querySelectorAll<HTMLElement>(":scope > [data-id]"))
  const follow = (): void => {
    scrollAt(scroller, y)
    const boxes = items().map((each) => each.getBoundingClientRect())
    const below = boxes.findIndex(({ top, height }) => y < top + height / 2)
    gap = below < 0 ? boxes.length : below
    const at = boxes[gap]?.top ?? boxes.at(-1)?.bottom ?? 0
    const { left, width } = list.getBoundingClientRect()
    Object.assign(line.style, { top: `${at - 1}px`, left: `${left}px`, width: `${width}px` })
    frame = requestAnimationFrame(follow)
  }
  const end = (): void => {
    ended.abort()
    cancelAnimationFrame(frame)
    line.remove()
    delete item.dataset.dragged
  }
  const drop = (): void => {
    const all = items()
    const from = all.indexOf(item)
    end()
    if (gap >= 0 && gap !== from && gap !== from + 1) onDrop(all[gap]?.dataset.id)
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
