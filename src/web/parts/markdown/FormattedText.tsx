import { signal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { mayHaveMarks } from "../../../markdown/Marks.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { markdownElements } from "./MarkdownElements.tsx"

/** Loads Markdown's library when it is made. Texts stay as they were typed where it cannot be loaded. */
const makeMarkdown = () => {
  const blocksOf = signal<typeof import("../../../markdown/Markdown.ts").blocksOf>()
  void import("../../../markdown/Markdown.ts").then(
    (library) => {
      blocksOf.value = library.blocksOf
    },
    () => undefined
  )
  return blocksOf
}

const Read = ({ text }: Props) => {
  const blocksOf = useFeatureState(makeMarkdown).value
  return <>{useMemo(() => (blocksOf === undefined ? text : markdownElements(blocksOf(text))), [blocksOf, text])}</>
}

interface Props {
  readonly text: string
}

/**
 * A text with its links, bold, italics and lists, for an element that keeps line breaks (`white-space: pre-wrap`). It is as
 * high as the typed text, which is shown until the library is there.
 */
export const FormattedText = ({ text }: Props) => (mayHaveMarks(text) ? <Read text={text} /> : text)
