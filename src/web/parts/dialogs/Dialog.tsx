import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import * as texts from "../../texts/SharedTexts.ts"
import { Icon } from "../status/Icon.tsx"
import { useModal } from "./Modal.ts"

interface Props {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** `side`: a drawer at the edge of the window. */
  readonly kind?: "center" | "side" | undefined
}

/** A modal dialog, open while it is rendered. Escape, its close button and a click outside of it call `onClose`. */
export const Dialog = ({ title, onClose, children, kind = "center" }: Props) => {
  const dialog = useModal()
  const id = useId()
  return (
    <dialog
      ref={dialog}
      class={`dialog ${kind}`}
      aria-labelledby={id}
      onClose={onClose}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" aria-label={texts.common.close} onClick={onClose}>
            <Icon name="cross" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
