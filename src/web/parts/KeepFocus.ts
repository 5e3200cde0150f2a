/** An element that had the focus, or was around one that had, with those that stood beside it then. */
interface Step {
  readonly element: Element
  readonly beside: ReadonlyArray<Element | null>
}

const focusable = "button:enabled, a[href], input:enabled, textarea:enabled, select:enabled"

const stepsOf = (element: Element | null): ReadonlyArray<Step> =>
  element === null || element === document.body
    ? []
    : [
        { element, beside: [element.nextElementSibling, element.previousElementSibling] },
        ...stepsOf(element.parentElement)
      ]

const tryFocus = (element: Element | null | undefined): boolean => {
  if (element instanceof HTMLElement && element.isConnected) element.focus()
  return document.activeElement !== document.body
}

/** The same thing in what stood beside, such as the next row's menu, or else whatever takes the focus there. */
const takesOver = (steps: ReadonlyArray<Step>): boolean => {
  const same = `${steps[0]?.element.localName}[class="${CSS.escape(steps[0]?.element.className ?? "")}"]`
  const inside = (host: Element | null): boolean =>
    host?.isConnected === true && [same, focusable].some((wanted) => tryFocus(host.querySelector(wanted)))
  return steps.some(({ element, beside }) => {
    if (element.contains(document.getElementById("content"))) return true
    return tryFocus(element) || inside(element) || beside.some((other) => tryFocus(other) || inside(other))
  })
}

/** What has the focus may go away, or be moved: then the nearest there is takes it, so that Tab goes on from there. */
export const watchFocus = (): void => {
  let steps: ReadonlyArray<Step> = []
  let isDue = false
  const settle = (): void => {
    isDue = false
    if (document.activeElement !== document.body || steps.length === 0) return
    if (!takesOver(steps) || document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true })
  }
  document.addEventListener("focusin", ({ target }) => {
    steps = target instanceof Element ? stepsOf(target) : []
  })
  // A click beside everything takes the focus away on purpose.
  document.addEventListener(
    "click",
    () => {
      if (document.activeElement === document.body) steps = []
    },
    true
  )
  // In the frame after, as whoever made the change may know better where to go.
  new MutationObserver(() => {
    if (isDue || document.activeElement !== document.body || steps.length === 0) return
    isDue = true
    requestAnimationFrame(settle)
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden"]
  })
}
