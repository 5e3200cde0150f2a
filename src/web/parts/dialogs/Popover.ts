/** Positions an open popover beside its opener, within the window. */
const position = (popover: HTMLElement, opener: HTMLElement): void => {
  const from = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const below = from.bottom + 4 + height <= innerHeight || from.top - 4 - height < 0
  const left = Math.max(8, Math.min(from.left, innerWidth - width - 8))
  const top = below ? Math.min(from.bottom + 4, Math.max(8, innerHeight - height - 8)) : from.top - 4 - height
  popover.style.left = `${left}px`
  popover.style.top = `${top}px`
}

export const showBeside = (popover: HTMLElement, opener: HTMLElement): void => {
  popover.showPopover()
  position(popover, opener)
}
