import type { ComponentChildren } from "preact"
import { conflictOf, type Seen } from "../model/Draft.ts"
import { type Field, rulesOf } from "../model/Field.ts"
import { actorOf } from "../state/Actors.ts"
import { discard, draftOf, editOn, keepMine, save } from "../state/Drafts.ts"
import { texts } from "../texts/Texts.ts"
import { Icon } from "./Icon.tsx"

interface Props {
  readonly field: Field
  /** What the page has of the server now. */
  readonly shown: () => Seen
  /** A value for people: a status by its word, a date by its form. As it is, without. */
  readonly format?: (text: string) => ComponentChildren
  /** Opens the field for typing. */
  readonly onEdit?: () => void
  /** It is being typed in: an unfinished text is nothing to point out. */
  readonly isEditing?: boolean
}

/** Stands under a field whose edit is not done: in conflict, not sent yet, or refused. Nothing else is held up by it. */
export const FieldNotice = ({ field, shown, format = (text) => text, onEdit, isEditing = false }: Props) => {
  const draft = draftOf(field).value
  if (draft === undefined) return null
  const conflict = conflictOf(draft, shown(), rulesOf(field))
  if (conflict !== undefined) {
    const show = (text: string) => (text === "" ? <em>{texts.conflicts.empty}</em> : format(text))
    return (
      <div class="notice conflict" role="alert">
        <p>
          <Icon name="warning" />
          <strong>{texts.conflicts.title(actorOf(field))}</strong>
        </p>
        <dl>
          <dt>{texts.conflicts.theirs}</dt>
          <dd>{show(conflict.theirs.text)}</dd>
          <dt>{texts.conflicts.mine}</dt>
          <dd>{show(conflict.mine)}</dd>
          <dt>{texts.conflicts.before}</dt>
          <dd class="quiet">{show(conflict.before)}</dd>
        </dl>
        <p class="actions">
          <button type="button" class="small primary" onClick={() => keepMine(field, conflict.theirs)}>
            {texts.conflicts.keepMine}
          </button>
          <button type="button" class="small" onClick={() => discard(field)}>
            {texts.conflicts.takeTheirs}
          </button>
          {onEdit !== undefined && (
            <button
              type="button"
              class="small"
              onClick={() => {
                editOn(field, conflict.theirs)
                onEdit()
              }}
            >
              {texts.conflicts.editOn}
            </button>
          )}
        </p>
      </div>
    )
  }
  const isQuiet = draft.phase === "saving" || (draft.phase === "typing" && isEditing)
  if (isQuiet) return null
  const text = {
    typing: texts.common.unsaved,
    saving: "",
    waiting: texts.common.unreachable,
    refused: texts.common.refused(draft.reason)
  }[draft.phase]
  return (
    <div class={`notice ${draft.phase}`} role={draft.phase === "refused" ? "alert" : "status"}>
      <p>
        <Icon name={draft.phase === "waiting" ? "clock" : "warning"} /> {text}
      </p>
      <p class="actions">
        {draft.phase !== "waiting" && (
          <button type="button" class="small primary" onClick={() => save(field, shown())}>
            {draft.phase === "refused" ? texts.common.retry : texts.common.save}
          </button>
        )}
        {onEdit !== undefined && draft.phase !== "waiting" && (
          <button type="button" class="small" onClick={onEdit}>
            {texts.conflicts.editOn}
          </button>
        )}
        <button type="button" class="small" onClick={() => discard(field)}>
          {texts.common.discard}
        </button>
      </p>
    </div>
  )
}
