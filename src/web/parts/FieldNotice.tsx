import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import { texts } from "../texts/Texts.ts"
import { conflictOf, type Seen } from "../workspace/Draft.ts"
import { type Field, rulesOf } from "../workspace/Field.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { ConflictStrip } from "./ConflictStrip.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { focusField } from "./FocusField.ts"
import { Icon } from "./Icon.tsx"

interface Props {
  readonly field: Field
  /** What the page has of the server now. */
  readonly shown: () => Seen
  /** A value for people: a status by its word, a date by its form. As it is, without. */
  readonly format?: (text: string) => ComponentChildren
  /** Opens the field for typing. */
  readonly onEdit?: () => void
  /** What the field is called, where the notice stands apart from it. */
  readonly label?: string
  /** Selects the field in the notice's row, where the notice stands apart from it. */
  readonly control?: string
  /** It is being typed in: an unfinished text is nothing to point out. */
  readonly isEditing?: boolean
}

/** Stands under a field whose edit is not done: in conflict, not sent yet, or refused. Nothing else is held up by it. */
export const FieldNotice = ({ field, shown, format, onEdit, label = "", control, isEditing = false }: Props) => {
  const { drafts, session } = useWorkspace()
  const notice = useRef<HTMLDivElement>(null)
  const draft = drafts.of(field).value
  if (draft === undefined) return null
  const mayEdit = session.canEdit.value
  const conflict = mayEdit ? conflictOf(draft, shown(), rulesOf(field)) : undefined
  if (conflict !== undefined) return <ConflictStrip {...{ field, conflict, format, onEdit, label, control }} />
  if (draft.phase === "saving" || (draft.phase === "typing" && isEditing && mayEdit)) return null
  const text = {
    typing: texts.common.unsaved,
    waiting: texts.common.unreachable,
    refused: texts.common.refused(draft.reason)
  }[draft.phase]
  const close = (act: () => unknown) => () => {
    focusField(notice.current, control)
    act()
  }
  return (
    <div ref={notice} class={`notice ${draft.phase}`}>
      <p role={draft.phase === "refused" ? "alert" : "status"}>
        <Icon name={draft.phase === "waiting" ? "clock" : "warning"} /> {label !== "" && <strong>{label}: </strong>}
        {mayEdit ? text : texts.conflicts.mayNot}
      </p>
      {!mayEdit && <p class="kept">{format === undefined ? draft.mine : format(draft.mine)}</p>}
      <p class="actions">
        {mayEdit && (
          <button
            type="button"
            class="small primary"
            onClick={close(() => (draft.phase === "waiting" ? drafts.retry() : drafts.save(field, shown())))}
          >
            {draft.phase === "typing" ? texts.common.save : texts.common.retry}
          </button>
        )}
        {mayEdit && onEdit !== undefined && (
          <button type="button" class="small" onClick={onEdit}>
            {texts.conflicts.editOn}
          </button>
        )}
        {!mayEdit && format === undefined && <CopyButton text={draft.mine} />}
        <button type="button" class="small" onClick={close(() => drafts.discard(field))}>
          {texts.common.discard}
        </button>
      </p>
    </div>
  )
}
