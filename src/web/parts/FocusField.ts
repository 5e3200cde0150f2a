/**
 * When a notice goes with the button that was pressed in it, the focus goes to the field it stood under: the element
 * around it, or what `control` selects in its row.
 */
export const focusField = (notice: HTMLElement | null, control?: string): void => {
  const host =
    control === undefined ? notice?.parentElement : notice?.closest("li")?.querySelector<HTMLElement>(control)
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) host?.querySelector<HTMLElement>("button, textarea, input")?.focus()
  })
}
