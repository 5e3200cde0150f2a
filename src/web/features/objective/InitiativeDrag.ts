/** Where a dragged initiative would go: before another one of a list, or at its end. The list without a group is "". */
export interface Drop {
  readonly list: string
  readonly before: string | null
}

/** Pixels from the window's edge at which it scrolls along. */
const edge = 48

const dropAt = (root: Element, x: number, y: number): Drop | undefined => {
  const list = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-list]")
  if (list === null || list === undefined || !root.contains(list)) return undefined
  const after = Array.from(list.querySelectorAll<HTMLElement>("[data-initiative]")).find((row) => {
    const { top, height } = row.getBoundingClientRect()
    return y < top + height / 2
  })
  return { list: list.dataset.list ?? "", before: after?.dataset.initiative ?? null }
}

/** Follows the pointer from a grip until it is let go; Escape ends it without a move. `root` holds all lists. */
export const drag = (
  down: PointerEvent & { readonly currentTarget: HTMLElement },
  root: Element,
  onOver: (drop: Drop | undefined) => void,
  onDrop: (drop: Drop) => void
): void => {
  if (down.button !== 0) return
  down.preventDefault()
  const grip: HTMLElement = down.currentTarget
  grip.setPointerCapture(down.pointerId)
  const ended = new AbortController()
  const end = (): void => {
    ended.abort()
    onOver(undefined)
  }
  const listen = { signal: ended.signal }
  grip.addEventListener(
    "pointermove",
    ({ clientX, clientY }) => {
      if (clientY < edge) scrollBy(0, clientY - edge)
      if (clientY > innerHeight - edge) scrollBy(0, clientY - innerHeight + edge)
      onOver(dropAt(root, clientX, clientY))
    },
    listen
  )
  grip.addEventListener(
    "pointerup",
    ({ clientX, clientY }) => {
      end()
      const drop = dropAt(root, clientX, clientY)
      if (drop !== undefined) onDrop(drop)
    },
    listen
  )
  grip.addEventListener("pointercancel", end, listen)
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return
      event.stopPropagation()
      end()
    },
    { ...listen, capture: true }
  )
}
