import type { RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { FieldNotice } from "../../parts/FieldNotice.tsx"
import { FlashBy } from "../../parts/FlashBy.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useSignal } from "../../parts/Signals.ts"
import { formatDay } from "../../texts/Formats.ts"
import type { Field } from "../../workspace/Field.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./Texts.ts"

interface DateValue {
  readonly field: Field
  /** `YYYY-MM-DD`, or null for none. */
  readonly value: string | null
  readonly label: string
}

interface Props extends DateValue {
  /** The name of the button, which is an icon, when there is no date. */
  readonly placeholder: string
}

/** The notice of a date that is not saved. It needs more room than the date, so the row places it separately. */
export const DateNotice = ({ field, value, label }: DateValue) => {
  const { drafts, teams } = useWorkspace()
  if (drafts.of(field).value === undefined) return null
  const from = teams.valueAsShown(field.teamId, value ?? "")
  return <FieldNotice field={field} shown={() => from} format={formatDay} label={label} control=".date-field" />
}

interface ButtonProps extends Pick<Props, "label" | "placeholder"> {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly class: string
  /** `YYYY-MM-DD`, or empty: then the button is an icon. */
  readonly text: string
  readonly onClick: () => void
}

const DateButton = ({ button, class: name, text, label, placeholder, onClick }: ButtonProps) =>
  text === "" ? (
    <button ref={button} type="button" class={`icon-button no-date ${name}`} title={placeholder} onClick={onClick}>
      <Icon name="calendar" />
      <span class="hidden">{placeholder}</span>
    </button>
  ) : (
    <button ref={button} type="button" class={name} title={texts.common.edit(label)} onClick={onClick}>
      {formatDay(text)}
    </button>
  )

/**
 * A date that opens the browser's date input. Enter or leaving it saves, Escape cancels, its button removes the date.
 */
export const DateField = ({ field, value, label, placeholder }: Props) => {
  const { drafts, flashes, session, teams } = useWorkspace()
  const isEditing = useSignal(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const draft = drafts.of(field).value
  const now = teams.valueAsShown(field.teamId, value ?? "")
  const text = draft?.mine ?? value ?? ""
  /** The value when the input was opened: the edit is based on it, whatever others change meanwhile. */
  const opened = useRef({ text, from: now })
  useLayoutEffect(() => {
    if (isEditing.value) input.current?.focus()
  }, [isEditing.value])
  const close = (next: string | undefined): void => {
    if (!isEditing.peek()) return
    isEditing.value = false
    if (next !== undefined && next !== opened.current.text) void drafts.saveValue(field, opened.current.from, next)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus()
    })
  }
  /** The date in the input; undefined when it is typed only in part, which must not remove the date. */
  const picked = ({ value, validity }: HTMLInputElement) => (validity.badInput ? undefined : value)
  const flash = isEditing.value || draft !== undefined ? undefined : flashes.ofField(field)
  const name = `text ${flash === undefined ? "" : "flash"}`
  if (!session.canEdit.value) {
    return (
      <div class="date-field">
        <span class={name}>{value !== null && formatDay(value)}</span>
        {flash !== undefined && <FlashBy flash={flash} />}
      </div>
    )
  }
  return (
    <div class="date-field">
      {isEditing.value ? (
        <span class="date-inputs">
          <input
            ref={input}
            type="date"
            aria-label={label}
            defaultValue={opened.current.text}
            min="0001-01-01"
            max="9999-12-31"
            onKeyDown={(event) => {
              if (event.key === "Enter") close(picked(event.currentTarget))
              if (event.key !== "Escape") return
              event.stopPropagation()
              close(undefined)
            }}
            onBlur={({ currentTarget, relatedTarget }) => {
              const isInside = relatedTarget instanceof Node && currentTarget.parentElement?.contains(relatedTarget)
              if (isInside !== true) close(picked(currentTarget))
            }}
          />
          {text !== "" && (
            <button type="button" class="icon-button" aria-label={texts.common.noDate} onClick={() => close("")}>
              <Icon name="cross" />
            </button>
          )}
        </span>
      ) : (
        <DateButton
          button={button}
          class={name}
          text={text}
          label={label}
          placeholder={placeholder}
          onClick={() => {
            opened.current = { text, from: now }
            isEditing.value = true
          }}
        />
      )}
      {flash !== undefined && <FlashBy flash={flash} />}
    </div>
  )
}
