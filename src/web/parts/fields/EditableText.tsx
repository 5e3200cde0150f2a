import { useSignal } from "@preact/signals"
import type { ComponentChildren, RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { excessOf } from "../../../shared/TextLength.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { type Field, type TextKind, textRowOf } from "../../workspace/Field.ts"
import type { Flash } from "../../workspace/Flashes.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { FormattedText } from "../markdown/FormattedText.tsx"
import { FlashBy } from "../status/FlashBy.tsx"
import { FieldNotice } from "./FieldNotice.tsx"
import { focusInNextFrame } from "./FocusField.ts"
import { Pencil } from "./Pencil.tsx"
import { TooLong } from "./TooLong.tsx"

/** What a click on the text opens; while it is open, the text is edited there. */
interface Opening {
  readonly isOpen: boolean
  readonly toggle: () => void
}

interface Props {
  readonly field: Field<TextKind>
  /** The server's value. */
  readonly value: string
  readonly class?: string
  /** The heading level, where the text is a heading. */
  readonly heading?: 1 | 2 | 3
  /** Whether the user may edit it; by default editors may. */
  readonly mayEdit?: boolean
  readonly opening?: Opening
  /** Whether it looks like an input, because it stands in a form: then a click edits it. */
  readonly isFramed?: boolean
  /** What is shown below the text. */
  readonly children?: ComponentChildren
}

const grow = (area: HTMLTextAreaElement): void => {
  area.style.height = "auto"
  area.style.height = `${area.scrollHeight}px`
}

const onOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ")

interface ShownProps extends Pick<Props, "field"> {
  readonly opening: Opening | undefined
  readonly text: string
  readonly flash: Flash | undefined
  readonly mayEdit: boolean
  /** Whether a click on the text edits it. */
  readonly isEditedByClick: boolean
  readonly button: RefObject<HTMLButtonElement | null>
  readonly edit: () => void
}

/** The text while it is not edited: a button where a click on it does something. */
const ShownText = ({ field, text, flash, mayEdit, opening, isEditedByClick, button, edit }: ShownProps) => {
  const { noun, entity, mayBeEmpty, isMultiline } = textRowOf(field)
  const name = `text ${flash === undefined ? "" : "flash"}`
  const isPlaceholder = text === "" && mayBeEmpty
  const shown = isMultiline ? <FormattedText text={text} /> : text
  const content = (
    <>
      {isPlaceholder ? <span class="quiet">{texts.fields.empty(noun, mayEdit)}</span> : shown}
      {flash !== undefined && <FlashBy flash={flash} />}
    </>
  )
  if (opening !== undefined) {
    return (
      <button type="button" class={name} aria-expanded={opening.isOpen} onClick={opening.toggle}>
        {content}
      </button>
    )
  }
  if (mayEdit && (isEditedByClick || isPlaceholder)) {
    const label = texts.common.edit(texts.fields.label(noun, entity))
    return (
      <button ref={button} type="button" class={name} title={label} onClick={edit}>
        {content}
      </button>
    )
  }
  return <div class={name}>{content}</div>
}

/**
 * A text that is edited in place, by the pencil behind it. Its name, its length and whether it has several lines are told
 * by the field's row. Enter saves it (with Ctrl or ⌘ where it has several lines), and so does leaving the field; Escape
 * cancels.
 */
export const EditableText = (props: Props) => {
  const { outbox, flashes, session, teams } = useWorkspace()
  const { edits } = outbox
  const { field, value, class: name = "", heading, mayEdit = session.canEdit.value, opening, isFramed = false } = props
  const { noun, entity, maxLength, isMultiline, mayBeEmpty } = textRowOf(field)
  const label = texts.fields.label(noun, entity)
  const Heading = heading === undefined ? "div" : (`h${heading}` as const)
  const isEditing = useSignal(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const unsent = edits.of(field).value
  const now = teams.valueAsShown(field.teamId, value)
  const text = mayEdit ? (unsent?.mine ?? value) : value
  const excess = unsent === undefined ? 0 : excessOf(text, maxLength)
  useLayoutEffect(() => {
    if (!isEditing.value || area.current === null) return
    grow(area.current)
    area.current.focus()
    area.current.setSelectionRange(text.length, text.length)
  }, [isEditing.value])
  const edit = (): void => {
    edits.begin(field, now)
    isEditing.value = true
  }
  const leave = (): void => {
    if (!isEditing.peek()) return
    isEditing.value = false
    if (excess === 0) void edits.save(field, now)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, Enter and Escape belong to it.
    if (event.isComposing) return
    if (event.key === "Escape") {
      // A dialog around the field stays open.
      event.preventDefault()
      event.stopPropagation()
      isEditing.value = false
      edits.cancel(field)
      focusInNextFrame(() => button.current)
    } else if (event.key === "Enter" && (!isMultiline || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (excess > 0) return
      leave()
      focusInNextFrame(() => button.current)
    }
  }
  const flash = isEditing.value || unsent !== undefined ? undefined : flashes.ofField(field)
  const isEditedThere = opening?.isOpen === true
  const hasPencil = mayEdit && !isEditedThere && !isEditing.value && !isFramed && (text !== "" || !mayBeEmpty)
  return (
    <div class={`editable ${name}`}>
      <Heading>
        {mayEdit && isEditing.value ? (
          <textarea
            ref={area}
            rows={1}
            aria-label={label}
            value={text}
            placeholder={mayBeEmpty ? texts.fields.empty(noun, mayEdit) : ""}
            onInput={({ currentTarget }) => {
              edits.setValue(field, now, isMultiline ? currentTarget.value : onOneLine(currentTarget.value))
              grow(currentTarget)
            }}
            onKeyDown={onKeyDown}
            onBlur={leave}
          />
        ) : (
          <ShownText {...{ field, text, flash, mayEdit, opening, button, edit }} isEditedByClick={isFramed} />
        )}
      </Heading>
      {hasPencil && <Pencil button={button} label={texts.fields.edit(label, text)} onClick={edit} />}
      {isEditing.value && <TooLong excess={excess} />}
      {props.children}
      {/* A board has hundreds of fields: components are made only for those with an edit. */}
      {unsent !== undefined && !isEditedThere && (
        <FieldNotice field={field} shown={() => now} onEdit={edit} isEditing={isEditing.value} excess={excess} />
      )}
    </div>
  )
}
