/** When a notice goes with the button that was pressed in it, the focus goes to the field it stood under. */
export const focusField = (notice: HTMLElement | null): void => {
  const host = notice?.parentElement
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) host?.querySelector<HTMLElement>("button, textarea, input")?.focus()
  })
}
