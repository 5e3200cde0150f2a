/**
 * Focuses an element once the page is rendered, if nothing else has the focus by then: a key pressed before that frame
 * may have opened another field.
 */
export const focusInNextFrame = (element: () => HTMLElement | null | undefined): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) element()?.focus()
  })
}

/**
 * Moves the focus from a notice to its field, when pressing a button in the notice makes it disappear. The field is the
 * element around the notice, or the one in its row or panel that `control` selects.
 */
export const focusField = (notice: HTMLElement | null, control?: string): void => {
  const around = control === undefined ? notice?.parentElement : notice?.closest("li, aside, article")
  const container = control === undefined ? around : around?.querySelector<HTMLElement>(control)
  focusInNextFrame(() => container?.querySelector<HTMLElement>("button, textarea, input"))
}

/** What is typed next stands behind what was typed while the input was being loaded. */
export const focusAtEnd = (input: HTMLInputElement | null): void => {
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}
