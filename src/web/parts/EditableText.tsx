import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { texts } from "../texts/Texts.ts"
import type { Field } from "../workspace/Field.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { FieldNotice } from "./FieldNotice.tsx"
import { FlashBy } from "./FlashBy.tsx"

interface Props {
  readonly field: Field
  /** As the server has it. */
  readonly value: string
  /** What the field is called, such as "Title". */
  readonly label: string
  /** Most characters. */
  readonly most: number
  readonly isMultiline?: boolean
  readonly placeholder?: string
  readonly class?: string
  /** Its level, where the text is a heading. */
  readonly heading?: 1 | 2 | 3
  /** Whether this user may edit it; editors may, unless told otherwise. */
  readonly mayEdit?: boolean
}

const grow = (area: HTMLTextAreaElement): void => {
  area.style.height = "auto"
  area.style.height = `${area.scrollHeight}px`
}

/** A text edited where it stands: Enter saves (with Ctrl or ⌘ where a text has lines), Escape cancels, leaving saves. */
export const EditableText = (props: Props) => {
  const { drafts, flashes, session, teams } = useWorkspace()
  const { field, value, label, most, isMultiline = false, placeholder = "", class: name = "", heading, mayEdit } = props
  const Heading = heading === undefined ? "div" : (`h${heading}` as const)
  const isEditing = useSignal(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const draft = drafts.of(field).value
  const now = teams.seen(field.teamId, value)
  const shown = () => now
  const text = draft?.mine ?? value
  useLayoutEffect(() => {
    if (!isEditing.value || area.current === null) return
    grow(area.current)
    area.current.focus()
    area.current.setSelectionRange(text.length, text.length)
  }, [isEditing.value])
  const edit = (): void => {
    drafts.begin(field, shown())
    isEditing.value = true
  }
  const leave = (): void => {
    if (!isEditing.peek()) return
    isEditing.value = false
    void drafts.save(field, shown())
  }
  const finish = (): void => {
    leave()
    requestAnimationFrame(() => button.current?.focus())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, Enter and Escape belong to it.
    if (event.isComposing) return
    if (event.key === "Escape") {
      // Nor is a dialog around it closed.
      event.preventDefault()
      event.stopPropagation()
      isEditing.value = false
      drafts.cancel(field)
      requestAnimationFrame(() => button.current?.focus())
    } else if (event.key === "Enter" && (!isMultiline || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      finish()
    }
  }
  const flash = isEditing.value || draft !== undefined ? undefined : flashes.ofField(field)
  const look = `text ${flash === undefined ? "" : "flash"}`
  const excess = isEditing.value && text.length > most ? [...text.trim()].length - most : 0
  // A board has hundreds of fields, and nothing to say of most of them.
  const notice = draft !== undefined && (
    <FieldNotice field={field} shown={shown} onEdit={edit} isEditing={isEditing.value} />
  )
  if (!(mayEdit ?? session.canEdit.value)) {
    return (
      <div class={`editable ${name}`}>
        <Heading class={look}>
          {value === "" ? <span class="quiet">{placeholder}</span> : value}
          {flash !== undefined && <FlashBy flash={flash} />}
        </Heading>
        {notice}
      </div>
    )
  }
  return (
    <div class={`editable ${name}`}>
      <Heading>
        {isEditing.value ? (
          <textarea
            ref={area}
            rows={1}
            aria-label={label}
            value={text}
            placeholder={placeholder}
            onInput={({ currentTarget }) => {
              drafts.type(
                field,
                shown(),
                isMultiline ? currentTarget.value : currentTarget.value.replaceAll(/[\r\n]+/g, " ")
              )
              grow(currentTarget)
            }}
            onKeyDown={onKeyDown}
            onBlur={leave}
          />
        ) : (
          <button ref={button} type="button" class={look} title={texts.common.edit(label)} onClick={edit}>
            {text === "" ? <span class="quiet">{placeholder}</span> : text}
            {flash !== undefined && <FlashBy flash={flash} />}
          </button>
        )}
      </Heading>
      {excess > 0 && (
        <p class="notice refused" role="status">
          {texts.common.tooLong(excess)}
        </p>
      )}
      {notice}
    </div>
  )
}
