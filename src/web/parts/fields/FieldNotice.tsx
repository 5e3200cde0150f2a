import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import type { FieldKind, ValueOf } from "../../../shared/FieldEdits.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { type Field, rulesOf } from "../../workspace/Field.ts"
import type { Edit, SeenValue } from "../../workspace/outbox/Edit.ts"
import { conflictOf } from "../../workspace/outbox/EditConflict.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { CopyButton } from "../CopyButton.tsx"
import { Icon } from "../status/Icon.tsx"
import { ConflictStrip, TextBeside } from "./ConflictStrip.tsx"
import { focusField } from "./FocusField.ts"

interface Props<K extends FieldKind> {
  readonly field: Field<K>
  /** Returns the server's value as the page has it now. */
  readonly shown: () => SeenValue<ValueOf<K>>
  /** Renders a value for people, such as a status or a date; without it the value is a text, shown as it is. */
  readonly format?: (value: ValueOf<K>) => ComponentChildren
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

/** What the notice is about: `waiting` that no answer came. */
type Phase = Exclude<Edit["phase"], "saving"> | "waiting"

const textOf = (phase: Phase, reason: string, excess: number): string => {
  if (phase === "typing") return excess > 0 ? texts.common.tooLong(excess) : texts.common.unsaved
  return phase === "waiting" ? texts.common.unreachable : texts.common.refused(reason)
}

interface EditorButtonsProps {
  readonly phase: Phase
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
export const FieldNotice = <K extends FieldKind>(props: Props<K>) => {
  const { field, shown, format, onEdit, label = "", control, isEditing = false, excess = 0 } = props
  const { outbox, session } = useWorkspace()
  const { edits } = outbox
  const notice = useRef<HTMLDivElement>(null)
  const edit = edits.of(field).value
  if (edit === undefined) return null
  const mayEdit = session.canEdit.value
  const conflict = mayEdit ? conflictOf(edit, shown(), rulesOf(field)) : undefined
  if (conflict !== undefined) return <ConflictStrip {...{ field, conflict, format, onEdit, label, control }} />
  const phase = edits.phaseOf(field)
  if (phase === undefined || phase === "saving") return null
  if (phase === "typing" && isEditing && mayEdit) return <TextBeside edit={edit} format={format} />
  const text = textOf(phase, edit.reason, excess)
  const submit = () => (phase === "waiting" ? outbox.retry() : edits.save(field, shown()))
  /** Wraps an action that ends the notice: it moves the focus to the field. */
  const closing = (act: () => unknown) => () => {
    focusField(notice.current, control)
    act()
  }
  return (
    <div ref={notice} class={`notice ${phase}`}>
      <p role={phase === "refused" ? "alert" : "status"}>
        <Icon name={phase === "waiting" ? "clock" : "warning"} /> {label !== "" && <strong>{label}: </strong>}
        {mayEdit ? text : texts.conflicts.notAllowed}
      </p>
      {!mayEdit && <p class="kept">{format === undefined ? String(edit.mine) : format(edit.mine)}</p>}
      <p class="actions">
        {mayEdit && <EditorButtons phase={phase} excess={excess} submit={closing(submit)} onEdit={onEdit} />}
        {!mayEdit && format === undefined && <CopyButton text={String(edit.mine)} />}
        <button type="button" class="small" onClick={closing(() => edits.discard(field))}>
          {texts.common.discard}
        </button>
      </p>
    </div>
  )
}
