import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import { texts } from "../texts/Texts.ts"
import type { Conflict } from "../workspace/Draft.ts"
import type { Field } from "../workspace/Field.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { focusField } from "./FocusField.ts"
import { Icon } from "./Icon.tsx"
import { WordDiff } from "./WordDiff.tsx"

interface Props {
  readonly field: Field
  readonly conflict: Conflict
  readonly format: ((text: string) => ComponentChildren) | undefined
  readonly onEdit: (() => void) | undefined
  /** What the field is called, where the strip stands apart from it; else empty. */
  readonly label: string
  /** Selects the field in the strip's row, where the strip stands apart from it. */
  readonly control: string | undefined
}

/** Characters from which on the eye does not find by itself what differs. */
const long = 24

const Value = ({ text, before, format }: { text: string; before: string } & Pick<Props, "format">) => {
  if (text === "") return <em>{texts.conflicts.empty}</em>
  if (format !== undefined) return format(text)
  const isPlain = before === "" || text.length < long || text === before
  return isPlain ? text : <WordDiff before={before} after={text} />
}

/** Somebody else changed the field meanwhile: what they made of it, what I did, what stood there before, and the choice. */
export const ConflictStrip = ({ field, conflict: { theirs, mine, before }, format, onEdit, label, control }: Props) => {
  const { actors, drafts, session } = useWorkspace()
  const actor = actors.of(field)
  const strip = useRef<HTMLDivElement>(null)
  const choose = (act: () => unknown) => () => {
    focusField(strip.current, control)
    act()
  }
  return (
    <div ref={strip} class="notice conflict">
      <p role="alert">
        <Icon name="warning" />
        <strong>
          {label !== "" && `${label}: `}
          {actor === session.who.value?.username ? texts.conflicts.self : texts.conflicts.title(actor)}
        </strong>
      </p>
      <dl>
        <dt>{texts.conflicts.theirs}</dt>
        <dd>
          <Value text={theirs.text} before={before} format={format} />
        </dd>
        <dt>{texts.conflicts.mine}</dt>
        <dd>
          <Value text={mine} before={before} format={format} />
        </dd>
        <dt>{texts.conflicts.before}</dt>
        <dd class="quiet">
          <Value text={before} before={before} format={format} />
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
              drafts.editOn(field, theirs)
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
