import { useSignal } from "@preact/signals"
import * as texts from "../texts/SharedTexts.ts"
import { copyText } from "./CopyText.ts"

/** Copies a text to the clipboard and shows whether that worked. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const label = useSignal(texts.conflicts.copy)
  const copy = async (): Promise<void> => {
    label.value = (await copyText(text)) ? texts.conflicts.copied : texts.conflicts.notCopied
  }
  return (
    <button type="button" class="small" onClick={copy} aria-live="polite">
      {label.value}
    </button>
  )
}
