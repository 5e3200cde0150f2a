import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import * as texts from "../texts/SharedTexts.ts"
import { type Field, type TextKind, textRowOf } from "../workspace/Field.ts"
import type { Flash } from "../workspace/Flashes.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { FieldNotice } from "./FieldNotice.tsx"
import { FlashBy } from "./FlashBy.tsx"
import { focusInNextFrame } from "./FocusField.ts"
import { excessOf } from "./TextLength.ts"
import { TooLong } from "./TooLong.tsx"

interface Props {
  readonly field: Field<TextKind>
  /** The server's value. */
  readonly value: string
  readonly class?: string
  /** The heading level, where the text is a heading. */
  readonly heading?: 1 | 2 | 3
  /** Whether the user may edit it; by default editors may. */
  readonly mayEdit?: boolean
}

const grow = (area: HTMLTextAreaElement): void => {
  area.style.height = "auto"
  area.style.height = `${area.scrollHeight}px`
}

const onOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ")

const contentOf = (text: string, placeholder: string, flash: Flash | undefined) => (
  <>
    {text === "" ? <span class="quiet">{placeholder}</span> : text}
    {flash !== undefined && <FlashBy flash={flash} />}
  </>
)

/**
 * A text that is edited in place. Its name, its length and whether it has several lines are told by the field's row.
 * Enter saves it (with Ctrl or ⌘ where it has several lines), and so does leaving the field; Escape cancels.
 */
export const EditableText = (props: Props) => {
  const { drafts, flashes, session, teams } = useWorkspace()
  const { field, value, class: name = "", heading, mayEdit = session.canEdit.value } = props
  const { noun, entity, maxLength, isMultiline, mayBeEmpty } = textRowOf(field)
  const label = texts.fields.label(noun, entity)
  const placeholder = mayBeEmpty ? texts.fields.empty(noun, mayEdit) : ""
  const Heading = heading === undefined ? "div" : (`h${heading}` as const)
  const isEditing = useSignal(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const draft = drafts.of(field).value
  const now = teams.valueAsShown(field.teamId, value)
  const text = draft?.mine ?? value
  const excess = draft === undefined ? 0 : excessOf(text, maxLength)
  useLayoutEffect(() => {
    if (!isEditing.value || area.current === null) return
    grow(area.current)
    area.current.focus()
    area.current.setSelectionRange(text.length, text.length)
  }, [isEditing.value])
  const edit = (): void => {
    drafts.beginEdit(field, now)
    isEditing.value = true
  }
  const leave = (): void => {
    if (!isEditing.peek()) return
    isEditing.value = false
    if (excess === 0) void drafts.save(field, now)
  }
  const finish = (): void => {
    leave()
    focusInNextFrame(() => button.current)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, Enter and Escape belong to it.
    if (event.isComposing) return
    if (event.key === "Escape") {
      // A dialog around the field stays open.
      event.preventDefault()
      event.stopPropagation()
      isEditing.value = false
      drafts.cancel(field)
      focusInNextFrame(() => button.current)
    } else if (event.key === "Enter" && (!isMultiline || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (excess === 0) finish()
    }
  }
  const flash = isEditing.value || draft !== undefined ? undefined : flashes.ofField(field)
  const textClass = `text ${flash === undefined ? "" : "flash"}`
  // A board has hundreds of fields: components are made only for those with a draft.
  const notice = draft !== undefined && (
    <FieldNotice field={field} shown={() => now} onEdit={edit} isEditing={isEditing.value} excess={excess} />
  )
  if (!mayEdit) {
    return (
      <div class={`editable ${name}`}>
        <Heading class={textClass}>{contentOf(value, placeholder, flash)}</Heading>
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
              drafts.setText(field, now, isMultiline ? currentTarget.value : onOneLine(currentTarget.value))
              grow(currentTarget)
            }}
            onKeyDown={onKeyDown}
            onBlur={leave}
          />
        ) : (
          <button ref={button} type="button" class={textClass} title={texts.common.edit(label)} onClick={edit}>
            {contentOf(text, placeholder, flash)}
          </button>
        )}
      </Heading>
      {isEditing.value && <TooLong excess={excess} />}
      {notice}
    </div>
  )
}
