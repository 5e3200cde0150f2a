/**
 * Drags a bar along its track by whole steps, so many of which the track is long; `onDrop` gets how many it was dragged, unless
 * it stays. Escape cancels.
 */
export const dragBar = (
  event: PointerEvent & { readonly currentTarget: HTMLElement },
  steps: number,
  onDrop: (moved: number) => void
): void => {
  const bar = event.currentTarget
  const track = bar.parentElement
  if (event.button !== 0 || track === null) return
  event.preventDefault()
  const width = track.getBoundingClientRect().width / steps
  const isReversed = getComputedStyle(track).direction === "rtl"
  const ended = new AbortController()
  const { signal } = ended
  let moved = 0
  const end = (): void => {
    ended.abort()
    bar.style.translate = ""
    delete bar.dataset.dragged
  }
  bar.setPointerCapture(event.pointerId)
  bar.dataset.dragged = ""
  addEventListener(
    "pointermove",
    ({ clientX }) => {
      moved = Math.round((clientX - event.clientX) / width)
      bar.style.translate = `${moved * width}px`
    },
    { signal }
  )
  addEventListener(
    "pointerup",
    () => {
      end()
      if (moved !== 0) onDrop(isReversed ? -moved : moved)
    },
    { signal }
  )
  addEventListener("pointercancel", end, { signal })
  addEventListener(
    "keydown",
    (pressed) => {
      if (pressed.key !== "Escape") return
      pressed.stopPropagation()
      end()
    },
    { signal, capture: true }
  )
}
