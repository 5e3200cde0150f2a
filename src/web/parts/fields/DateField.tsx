import { useSignal } from "@preact/signals"
import type { RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import * as texts from "../../texts/SharedTexts.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import { type Field, nounOf } from "../../workspace/Field.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { useRowTabIndex } from "../keys/RowKeys.ts"
import { FlashBy } from "../status/FlashBy.tsx"
import { Icon } from "../status/Icon.tsx"
import { FieldNotice } from "./FieldNotice.tsx"

type DateKind = "objective.startDate" | "objective.dueDate"

const labelOf = (field: Field<DateKind>): string => texts.fields.capitalized(nounOf(field))

interface Props {
  readonly field: Field<DateKind>
  /** `YYYY-MM-DD`, or null for none. */
  readonly value: string | null
  /** Whether its button says in words that there is no date; else it is an icon. */
  readonly isWordy?: boolean
}

interface NoticeProps extends Pick<Props, "field" | "value"> {
  /** As in `FieldNotice`, where a row places the notice separately, because it needs more room than the date. */
  readonly control?: string
}

/** The notice of a date that is not saved. */
export const DateNotice = ({ field, value, ...rest }: NoticeProps) => {
  const { outbox, teams } = useWorkspace()
  if (outbox.edits.of(field).value === undefined) return null
  const from = teams.valueAsShown(field.teamId, value)
  return (
    <FieldNotice
      field={field}
      shown={() => from}
      format={(date) => formatDay(date ?? "")}
      label={labelOf(field)}
      {...rest}
    />
  )
}

interface DateButtonProps extends Pick<Required<Props>, "field" | "isWordy"> {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly name: string
  /** `YYYY-MM-DD`, or empty: then the button is an icon. */
  readonly text: string
  readonly onClick: () => void
}

const DateButton = ({ field, isWordy, button, name, text, onClick }: DateButtonProps) => {
  const isIcon = text === "" && !isWordy
  const none = texts.fields.empty(nounOf(field), isWordy)
  return (
    <button
      ref={button}
      type="button"
      tabIndex={useRowTabIndex()}
      class={isIcon ? `icon-button no-date ${name}` : name}
      title={text === "" ? none : texts.common.edit(labelOf(field))}
      onClick={onClick}
    >
      {isIcon && <Icon name="calendar" />}
      {text === "" ? <span class={isIcon ? "hidden" : "quiet"}>{none}</span> : formatDay(text)}
    </button>
  )
}

/**
 * A date that opens the browser's date input. Enter or leaving it saves, Escape cancels, its button removes the date.
 */
export const DateField = ({ field, value, isWordy = false }: Props) => {
  const { outbox, flashes, session, teams } = useWorkspace()
  const { edits } = outbox
  const isEditing = useSignal(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const edit = edits.of(field).value
  const now = teams.valueAsShown(field.teamId, value)
  const text = (edit === undefined ? value : edit.mine) ?? ""
  /** The value when the input was opened: the edit is based on it, whatever others change meanwhile. */
  const opened = useRef({ text, from: now })
  useLayoutEffect(() => {
    if (isEditing.value) input.current?.focus()
  }, [isEditing.value])
  const close = (next: string | undefined): void => {
    if (!isEditing.peek()) return
    isEditing.value = false
    if (next !== undefined && next !== opened.current.text)
      void edits.saveValue(field, opened.current.from, next || null)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus()
    })
  }
  /** The date in the input; undefined when it is typed only in part, which must not remove the date. */
  const picked = ({ value, validity }: HTMLInputElement) => (validity.badInput ? undefined : value)
  const flash = isEditing.value || edit !== undefined ? undefined : flashes.ofField(field)
  const name = `text ${flash === undefined ? "" : "flash"}`
  return (
    <div class="date-field">
      {!session.canEdit.value ? (
        <span class={name}>
          {value === null && isWordy ? texts.fields.empty(nounOf(field), false) : formatDay(value ?? "")}
        </span>
      ) : isEditing.value ? (
        <span class="date-inputs">
          <input
            ref={input}
            type="date"
            aria-label={labelOf(field)}
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
          field={field}
          isWordy={isWordy}
          button={button}
          name={name}
          text={text}
          onClick={() => {
            opened.current = { text, from: now }
            isEditing.value = true
          }}
        />
      )}
      {flash && <FlashBy flash={flash} />}
    </div>
  )
}
