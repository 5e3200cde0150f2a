import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import * as texts from "../texts/SharedTexts.ts"
import { copyText } from "./CopyText.ts"

interface Props {
  readonly text: string
  readonly label?: string
  /** Follows the label. */
  readonly children?: ComponentChildren
}

/** Copies a text to the clipboard and shows whether that worked. */
export const CopyButton = ({ text, label: before = texts.conflicts.copy, children }: Props) => {
  const label = useSignal(before)
  const copy = async (): Promise<void> => {
    label.value = (await copyText(text)) ? texts.conflicts.copied : texts.conflicts.notCopied
  }
  return (
    <button type="button" class="small" onClick={copy} aria-live="polite">
      {label.value}
      {children}
    </button>
  )
}
