import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import type { EditedValue } from "../../../shared/FieldEdits.ts"
import { nameOf } from "../../../shared/words/ActorName.ts"
import { actorText } from "../../texts/ActorText.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { isUser } from "../../workspace/Actors.ts"
import type { Field } from "../../workspace/Field.ts"
import type { Edit } from "../../workspace/outbox/Edit.ts"
import type { Conflict } from "../../workspace/outbox/EditConflict.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Avatar } from "../status/Avatar.tsx"
import { Icon } from "../status/Icon.tsx"
import { focusField } from "./FocusField.ts"
import { WordDiff } from "./WordDiff.tsx"

interface Props<V extends EditedValue = EditedValue> {
  readonly field: Field
  readonly conflict: Conflict<V>
  /** Without it the value is a text, shown as it is. */
  readonly format: ((value: V) => ComponentChildren) | undefined
  readonly onEdit: (() => void) | undefined
  /** The name of the field, where the strip is not next to it; else empty. */
  readonly label: string
  /** A selector of the field in the strip's row, where the strip is not next to it. */
  readonly control: string | undefined
}

/** The number of characters from which on differences are marked. */
const minDiffLength = 24

interface ShownValueProps<V extends EditedValue> extends Pick<Props<V>, "format"> {
  readonly value: V
  readonly base: V
}

const ShownValue = <V extends EditedValue>({ value, base, format }: ShownValueProps<V>) => {
  if (value === "" || value === null) return <em>{texts.conflicts.empty}</em>
  if (format !== undefined) return format(value)
  const [text, before] = [String(value), String(base)]
  const isPlain = before === "" || text.length < minDiffLength || text === before
  return isPlain ? text : <WordDiff before={before} after={text} />
}

interface TextBesideProps<V extends EditedValue> extends Pick<Props<V>, "format"> {
  readonly edit: Edit<V>
}

/** While the user merges another's text with the own: the other's. */
export const TextBeside = <V extends EditedValue>({ edit: { base, isMerging }, format }: TextBesideProps<V>) =>
  isMerging === true ? (
    <div class="notice">
      <dl>
        <dt>{texts.conflicts.theirs}</dt>
        <dd>
          <ShownValue value={base.value} base={base.value} format={format} />
        </dd>
      </dl>
    </div>
  ) : null

/** A conflict: their value, mine, the one before, and the buttons that decide between them. */
export const ConflictStrip = <V extends EditedValue>(props: Props<V>) => {
  const { field, conflict, format, onEdit, label, control } = props
  const { theirs, mine, before } = conflict
  const { actors, outbox, session } = useWorkspace()
  const { edits } = outbox
  const actor = actors.of(field)
  const isMine = actor !== undefined && isUser(actor, session.user.value?.username)
  const strip = useRef<HTMLDivElement>(null)
  const choose = (act: () => unknown) => () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    focusField(strip.current, control)
    act()
  }
  return (
    <div ref={strip} class="notice conflict">
      <p role="alert">
        <Icon name="warning" />
        {actor !== undefined && <Avatar name={nameOf(actor)} />}
        <strong>
          {label !== "" && `${label}: `}
          {isMine ? texts.conflicts.changedByMe : texts.conflicts.changedBy(actor && actorText(actor))}
        </strong>
      </p>
      <dl>
        <dt>{texts.conflicts.theirs}</dt>
        <dd>
          <ShownValue value={theirs.value} base={before} format={format} />
        </dd>
        <dt>{texts.conflicts.mine}</dt>
        <dd>
          <ShownValue value={mine} base={before} format={format} />
        </dd>
        <dt>{texts.conflicts.before}</dt>
        <dd class="quiet">
          <ShownValue value={before} base={before} format={format} />
        </dd>
      </dl>
      {/* The field keeps the focus until a button acts: without it, it is lower, and the button would move away. */}
      <p class="actions" onMouseDown={(event) => event.preventDefault()}>
        <button type="button" class="small primary" onClick={choose(() => edits.keepMine(field, theirs))}>
          {texts.conflicts.keepMine}
        </button>
        <button type="button" class="small" onClick={choose(() => edits.discard(field))}>
          {texts.conflicts.takeTheirs}
        </button>
        {onEdit !== undefined && (
          <button
            type="button"
            class="small"
            onClick={() => {
              edits.continueEdit(field, theirs)
              onEdit()
            }}
          >
            {texts.conflicts.continueEdit}
          </button>
        )}
      </p>
    </div>
  )
}
