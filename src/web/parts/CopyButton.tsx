import { useSignal } from "@preact/signals"
import { texts } from "../texts/Texts.ts"

/** Copies a text to the clipboard and shows whether that worked. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const label = useSignal(texts.conflicts.copy)
  const copy = (): void => {
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject()
    done.then(
      () => {
        label.value = texts.conflicts.copied
      },
      () => {
        label.value = texts.conflicts.notCopied
      }
    )
  }
  return (
    <button type="button" class="small" onClick={copy} aria-live="polite">
      {label.value}
    </button>
  )
}
