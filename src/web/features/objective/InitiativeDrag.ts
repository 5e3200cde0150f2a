/** Where an initiative is dropped: before another one of a list, or at its end. `list` is the group's id, or empty. */
export interface DropTarget {
  readonly list: string
  readonly before: string | null
}

/** A drag this close to the window's scrollMarginPx scrolls the page. */
const scrollMarginPx = 48

const dropTargetAt = (root: Element, x: number, y: number): DropTarget | undefined => {
  const list = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-list]")
  if (list === null || list === undefined || !root.contains(list)) return undefined
  const after = Array.from(list.querySelectorAll<HTMLElement>("[data-initiative]")).find((row) => {
    const { top, height } = row.getBoundingClientRect()
    return y < top + height / 2
  })
  return { list: list.dataset.list ?? "", before: after?.dataset.initiative ?? null }
}

/** Follows the pointer from a grip until it is released; Escape cancels. `root` contains all lists. */
export const dragInitiative = (
  down: PointerEvent & { readonly currentTarget: HTMLElement },
  root: Element,
  onOver: (target: DropTarget | undefined) => void,
  onDrop: (target: DropTarget) => void
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
  const options = { signal: ended.signal }
  grip.addEventListener(
    "pointermove",
    ({ clientX, clientY }) => {
      if (clientY < scrollMarginPx) scrollBy(0, clientY - scrollMarginPx)
      if (clientY > innerHeight - scrollMarginPx) scrollBy(0, clientY - innerHeight + scrollMarginPx)
      onOver(dropTargetAt(root, clientX, clientY))
    },
    options
  )
  grip.addEventListener(
    "pointerup",
    ({ clientX, clientY }) => {
      end()
      const target = dropTargetAt(root, clientX, clientY)
      if (target !== undefined) onDrop(target)
    },
    options
  )
  grip.addEventListener("pointercancel", end, options)
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return
      event.stopPropagation()
      end()
    },
    { ...options, capture: true }
  )
}
