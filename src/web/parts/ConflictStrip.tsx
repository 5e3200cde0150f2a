import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import { actorText } from "../texts/ActorText.ts"
import * as texts from "../texts/SharedTexts.ts"
import { isUser } from "../workspace/Actors.ts"
import type { Conflict } from "../workspace/Draft.ts"
import type { Field } from "../workspace/Field.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { Avatar } from "./Avatar.tsx"
import { focusField } from "./FocusField.ts"
import { Icon } from "./Icon.tsx"
import { WordDiff } from "./WordDiff.tsx"

interface Props {
  readonly field: Field
  readonly conflict: Conflict
  readonly format: ((text: string) => ComponentChildren) | undefined
  readonly onEdit: (() => void) | undefined
  /** The name of the field, where the strip is not next to it; else empty. */
  readonly label: string
  /** A selector of the field in the strip's row, where the strip is not next to it. */
  readonly control: string | undefined
}

/** The number of characters from which on differences are marked. */
const minDiffLength = 24

interface ShownValueProps extends Pick<Props, "format"> {
  readonly text: string
  readonly before: string
}

const ShownValue = ({ text, before, format }: ShownValueProps) => {
  if (text === "") return <em>{texts.conflicts.empty}</em>
  if (format !== undefined) return format(text)
  const isPlain = before === "" || text.length < minDiffLength || text === before
  return isPlain ? text : <WordDiff before={before} after={text} />
}

/** A conflict: their value, mine, the one before, and the buttons that decide between them. */
export const ConflictStrip = ({ field, conflict: { theirs, mine, before }, format, onEdit, label, control }: Props) => {
  const { actors, drafts, session } = useWorkspace()
  const actor = actors.of(field)
  const isMine = actor !== undefined && isUser(actor, session.user.value?.username)
  const strip = useRef<HTMLDivElement>(null)
  const choose = (act: () => unknown) => () => {
    focusField(strip.current, control)
    act()
  }
  return (
    <div ref={strip} class="notice conflict">
      <p role="alert">
        <Icon name="warning" />
        {actor !== undefined && <Avatar name={actor.actorName} />}
        <strong>
          {label !== "" && `${label}: `}
          {isMine ? texts.conflicts.changedByMe : texts.conflicts.changedBy(actor && actorText(actor))}
        </strong>
      </p>
      <dl>
        <dt>{texts.conflicts.theirs}</dt>
        <dd>
          <ShownValue text={theirs.text} before={before} format={format} />
        </dd>
        <dt>{texts.conflicts.mine}</dt>
        <dd>
          <ShownValue text={mine} before={before} format={format} />
        </dd>
        <dt>{texts.conflicts.before}</dt>
        <dd class="quiet">
          <ShownValue text={before} before={before} format={format} />
        </dd>
      </dl>
      <p class="actions">
        <button type="button" class="small primary" onClick={choose(() => drafts.keepMine(field, theirs))}>
          {texts.conflicts.keepMine}
        </button>
        <button type="button" class="small" onClick={choose(() => drafts.discard(field))}>
          {texts.conflicts.takeTheirs}
        </button>
        {onEdit !== undefined && (
          <button
            type="button"
            class="small"
            onClick={() => {
              drafts.continueEdit(field, theirs)
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
