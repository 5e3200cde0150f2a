import { signal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { mayHaveMarks } from "../../../markdown/Marks.ts"
import { markdownElements } from "./MarkdownElements.tsx"

const blocksOf = signal<typeof import("../../../markdown/Markdown.ts").blocksOf>()

let isAsked = false

/** Loads Markdown's library for the first text that needs it. Texts stay as they were typed where it cannot be loaded. */
const load = (): void => {
  if (isAsked) return
  isAsked = true
  void import("../../../markdown/Markdown.ts").then(
    (library) => {
      blocksOf.value = library.blocksOf
    },
    () => undefined
  )
}

/**
 * A text with its links, bold, italics and lists, for an element that keeps line breaks (`white-space: pre-wrap`). It is as
 * high as the typed text, which is shown until the library is there.
 */
export const FormattedText = ({ text }: { readonly text: string }) => {
  const isFormatted = mayHaveMarks(text)
  if (isFormatted) load()
  const read = isFormatted ? blocksOf.value : undefined
  return <>{useMemo(() => (read === undefined ? text : markdownElements(read(text))), [read, text])}</>
}
