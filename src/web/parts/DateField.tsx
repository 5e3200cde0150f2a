import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { Seen } from "../model/Draft.ts"
import { eventTypeOf, type Field, kindOfEvent } from "../model/Field.ts"
import { discard, draftOf, set } from "../state/Drafts.ts"
import { flashOf } from "../state/Flashes.ts"
import { canEdit } from "../state/Session.ts"
import { teamOf } from "../state/Team.ts"
import { day } from "../texts/Formats.ts"
import { texts } from "../texts/Texts.ts"
import { FieldNotice } from "./FieldNotice.tsx"
import { Icon } from "./Icon.tsx"

interface Props {
  readonly field: Field
  /** `YYYY-MM-DD`, or null for none. */
  readonly value: string | null
  readonly label: string
  /** What stands there without a date. */
  readonly placeholder: string
}

/** A day that opens the browser's own date input; leaving it or Enter saves, Escape cancels, the cross takes it away. */
export const DateField = ({ field, value, label, placeholder }: Props) => {
  const isEditing = useSignal(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const draft = draftOf(field).value
  const flash = flashOf(field.entityId).value
  const shown = (): Seen => ({ text: value ?? "", sequenceNumber: teamOf(field.teamId).sequenceNumber.peek() })
  const text = draft?.mine ?? value ?? ""
  useLayoutEffect(() => {
    if (isEditing.value) input.current?.focus()
  }, [isEditing.value])
  const close = (next: string | undefined): void => {
    if (!isEditing.peek()) return
    isEditing.value = false
    if (next !== undefined && next !== text) void set(field, shown(), next)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus()
    })
  }
  const isFlashing = flash !== undefined && flash.kind === kindOfEvent(eventTypeOf(field)) && !isEditing.value
  const look = text === "" ? <span class="quiet">{placeholder}</span> : day(text)
  if (!canEdit.value) return <span>{look}</span>
  return (
    <div class="date-field">
      {isEditing.value ? (
        <span class="date-inputs">
          <input
            ref={input}
            type="date"
            aria-label={label}
            defaultValue={text}
            min="0001-01-01"
            max="9999-12-31"
            onKeyDown={(event) => {
              if (event.key === "Enter") close(event.currentTarget.value)
              if (event.key !== "Escape") return
              event.stopPropagation()
              close(undefined)
            }}
            onBlur={({ currentTarget, relatedTarget }) => {
              const stays = relatedTarget instanceof Node && currentTarget.parentElement?.contains(relatedTarget)
              if (stays !== true) close(currentTarget.value)
            }}
          />
          {text !== "" && (
            <button type="button" class="icon-button" aria-label={texts.common.noDate} onClick={() => close("")}>
              <Icon name="cross" />
            </button>
          )}
        </span>
      ) : (
        <button
          ref={button}
          type="button"
          class={`text ${isFlashing ? "flash" : ""}`}
          title={texts.common.edit(label)}
          onClick={() => {
            discard(field)
            isEditing.value = true
          }}
        >
          {look}
        </button>
      )}
      <FieldNotice field={field} shown={shown} format={day} />
    </div>
  )
}
