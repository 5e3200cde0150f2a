import { useSignal } from "@preact/signals"
import { texts } from "../texts/Texts.ts"

/** Puts a text where it can be pasted from, and says whether it could. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const said = useSignal(texts.conflicts.copy)
  const copy = (): void => {
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject()
    done.then(
      () => {
        said.value = texts.conflicts.copied
      },
      () => {
        said.value = texts.conflicts.notCopied
      }
    )
  }
  return (
    <button type="button" class="small" onClick={copy} aria-live="polite">
      {said.value}
    </button>
  )
}
