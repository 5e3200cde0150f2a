/** The focused element or one of its ancestors, with its siblings at that time. */
interface Ancestor {
  readonly element: Element
  readonly siblings: ReadonlyArray<Element | null>
}

const focusable = "button:enabled, a[href], input:enabled, textarea:enabled, select:enabled"

const ancestorsOf = (element: Element | null): ReadonlyArray<Ancestor> =>
  element === null || element === document.body
    ? []
    : [
        { element, siblings: [element.nextElementSibling, element.previousElementSibling] },
        ...ancestorsOf(element.parentElement)
      ]

const tryFocus = (element: Element | null | undefined): boolean => {
  if (element instanceof HTMLElement && element.isConnected) element.focus()
  return document.activeElement !== document.body
}

/**
 * Focuses the nearest element that still exists. In each ancestor and its siblings, an element like the lost one is
 * preferred, such as the menu of the next row, to any other that takes the focus. Returns false when there is none.
 */
const focusNearest = (ancestors: ReadonlyArray<Ancestor>): boolean => {
  const lost = ancestors[0]?.element
  const alike = `${lost?.localName}[class="${CSS.escape(lost?.className ?? "")}"]`
  const inside = (container: Element | null): boolean =>
    container?.isConnected === true &&
    [alike, focusable].some((selector) => tryFocus(container.querySelector(selector)))
  return ancestors.some(({ element, siblings }) => {
    if (element.contains(document.getElementById("content"))) return true
    return tryFocus(element) || inside(element) || siblings.some((other) => tryFocus(other) || inside(other))
  })
}

/** How long keys may still belong to a text whose field went away. */
const typingMs = 1500

/** So that they neither press what has the focus then nor run a shortcut. */
const ignoreKeys = (): void =>
  document.addEventListener(
    "keydown",
    (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true, signal: AbortSignal.timeout(typingMs) }
  )

/** When the focused element is removed, disabled or hidden, focuses the nearest one, so that Tab continues there. */
export const recoverLostFocus = (): void => {
  let lastKey = ""
  let ancestors: ReadonlyArray<Ancestor> = []
  let isScheduled = false
  const recover = (): void => {
    isScheduled = false
    if (document.activeElement !== document.body || ancestors.length === 0) return
    // Somebody else deleted what was being written in: Enter, Escape and Tab are how the user leaves a field.
    if (lastKey.length === 1 && ancestors[0]?.element.matches("input, textarea")) ignoreKeys()
    if (!focusNearest(ancestors) || document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true })
  }
  document.addEventListener(
    "keydown",
    ({ key }) => {
      lastKey = key
    },
    true
  )
  document.addEventListener("focusin", ({ target }) => {
    ancestors = target instanceof Element ? ancestorsOf(target) : []
  })
  // A click on the background removes the focus on purpose.
  document.addEventListener(
    "click",
    () => {
      if (document.activeElement === document.body) ancestors = []
    },
    true
  )
  // In the next frame: the code that made the change may move the focus itself.
  new MutationObserver(() => {
    if (isScheduled || document.activeElement !== document.body || ancestors.length === 0) return
    isScheduled = true
    requestAnimationFrame(recover)
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden"]
  })
}
