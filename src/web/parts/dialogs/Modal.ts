import type { RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

/** A ref for a dialog that is modal while it is mounted. Afterwards the focus returns to where it was before. */
export const useModal = (): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      // Nothing outside can take the focus until the dialog is removed, right after this. After Escape the browser has
      // returned the focus already, and a key pressed since may have moved it on.
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
          opener.focus()
      })
    }
  }, [])
  return dialog
}
