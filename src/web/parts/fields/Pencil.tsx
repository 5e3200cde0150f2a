import type { RefObject } from "preact"
import { useRowTabIndex } from "../keys/RowKeys.ts"
import { Icon } from "../status/Icon.tsx"

interface Props {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly onClick: () => void
}

/** The button behind a text that edits it. */
export const Pencil = ({ button, label, onClick }: Props) => (
  <button
    ref={button}
    type="button"
    class="icon-button pencil"
    tabIndex={useRowTabIndex()}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <Icon name="pencil" size={14} />
  </button>
)
