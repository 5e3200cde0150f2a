import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import * as texts from "../texts/SharedTexts.ts"
import { conflictOf, type Draft, type SeenValue } from "../workspace/Draft.ts"
import { type Field, rulesOf } from "../workspace/Field.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { ConflictStrip } from "./ConflictStrip.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { focusField } from "./FocusField.ts"
import { Icon } from "./Icon.tsx"

interface Props {
  readonly field: Field
  /** Returns the server's value as the page has it now. */
  readonly shown: () => SeenValue
  /** Renders a value for people, such as a status or a date; without it the text is shown as it is. */
  readonly format?: (text: string) => ComponentChildren
  /** Opens the field for typing. */
  readonly onEdit?: () => void
  /** The name of the field, where the notice is not next to it. */
  readonly label?: string
  /** A selector of the field in the notice's row, where the notice is not next to it. */
  readonly control?: string
  /** Whether the field is being typed in: an unfinished text needs no notice. */
  readonly isEditing?: boolean
  /** By how many characters the text is too long: then it cannot be saved. */
  readonly excess?: number
}

const textOf = (phase: Exclude<Draft["phase"], "saving">, reason: string, excess: number): string => {
  if (phase === "typing") return excess > 0 ? texts.common.tooLong(excess) : texts.common.unsaved
  return phase === "waiting" ? texts.common.unreachable : texts.common.refused(reason)
}

interface EditorButtonsProps {
  readonly phase: Draft["phase"]
  readonly excess: number
  readonly submit: () => void
  readonly onEdit: (() => void) | undefined
}

const EditorButtons = ({ phase, excess, submit, onEdit }: EditorButtonsProps) => (
  <>
    {excess === 0 && (
      <button type="button" class="small primary" onClick={submit}>
        {phase === "typing" ? texts.common.save : texts.common.retry}
      </button>
    )}
    {onEdit !== undefined && (
      <button type="button" class="small" onClick={onEdit}>
        {texts.conflicts.continueEdit}
      </button>
    )}
  </>
)

/** Shown under a field whose edit is in conflict, not sent yet, or refused. Other edits continue meanwhile. */
export const FieldNotice = (props: Props) => {
  const { field, shown, format, onEdit, label = "", control, isEditing = false, excess = 0 } = props
  const { drafts, session } = useWorkspace()
  const notice = useRef<HTMLDivElement>(null)
  const draft = drafts.of(field).value
  if (draft === undefined) return null
  const mayEdit = session.canEdit.value
  const conflict = mayEdit ? conflictOf(draft, shown(), rulesOf(field)) : undefined
  if (conflict !== undefined) return <ConflictStrip {...{ field, conflict, format, onEdit, label, control }} />
  if (draft.phase === "saving" || (draft.phase === "typing" && isEditing && mayEdit)) return null
  const text = textOf(draft.phase, draft.reason, excess)
  const submit = () => (draft.phase === "waiting" ? drafts.retry() : drafts.save(field, shown()))
  /** Wraps an action that ends the notice: it moves the focus to the field. */
  const closing = (act: () => unknown) => () => {
    focusField(notice.current, control)
    act()
  }
  return (
    <div ref={notice} class={`notice ${draft.phase}`}>
      <p role={draft.phase === "refused" ? "alert" : "status"}>
        <Icon name={draft.phase === "waiting" ? "clock" : "warning"} /> {label !== "" && <strong>{label}: </strong>}
        {mayEdit ? text : texts.conflicts.notAllowed}
      </p>
      {!mayEdit && <p class="kept">{format === undefined ? draft.mine : format(draft.mine)}</p>}
      <p class="actions">
        {mayEdit && <EditorButtons phase={draft.phase} excess={excess} submit={closing(submit)} onEdit={onEdit} />}
        {!mayEdit && format === undefined && <CopyButton text={draft.mine} />}
        <button type="button" class="small" onClick={closing(() => drafts.discard(field))}>
          {texts.common.discard}
        </button>
      </p>
    </div>
  )
}
