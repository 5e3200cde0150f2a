import { withoutMarks } from "../../../markdown/Marks.ts"

/** Why a status is what it is, on one line; all of it is its title. */
export const StatusNote = ({ note }: { readonly note: string }) => {
  const text = withoutMarks(note)
  return text === "" ? null : (
    <span class="status-note quiet" title={text} dir="auto">
      {text}
    </span>
  )
}
