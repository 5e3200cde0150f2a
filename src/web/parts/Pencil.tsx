import type { RefObject } from "preact"
import { Icon } from "./Icon.tsx"

interface Props {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly onClick: () => void
}

/** The button behind a text that edits it. */
export const Pencil = ({ button, label, onClick }: Props) => (
  <button ref={button} type="button" class="icon-button pencil" aria-label={label} title={label} onClick={onClick}>
    <Icon name="pencil" size={14} />
  </button>
)

/** Edits the first text in an element, as its pencil does; false if there is none. */
export const pressPencil = (element: Element | null | undefined): boolean => {
  const pencil = element?.querySelector<HTMLElement>(".pencil")
  pencil?.click()
  return pencil != null
}
