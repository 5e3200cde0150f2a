import { useId, useLayoutEffect, useRef } from "preact/hooks"
import type { ReasonedStatus } from "../../../shared/FieldEdits.ts"
import { noteLength } from "../../../shared/Limits.ts"
import { excessOf } from "../../../shared/TextLength.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { type Field, keyOf } from "../../workspace/Field.ts"
import type { SeenValue } from "../../workspace/outbox/Edit.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { TooLong } from "../fields/TooLong.tsx"
import { statusText } from "../status/Status.tsx"
import { showBeside } from "./Popover.ts"

interface Props {
  readonly field: Field<"objective.status">
  readonly shown: SeenValue<ReasonedStatus>
  /** The status that was chosen, with the reason as it is typed. */
  readonly mine: ReasonedStatus
  /** The objective's title. */
  readonly of: string
}

/** Asks beside the picker around it why the status was chosen. Enter and leaving it save, with a reason or without one; Escape cancels. */
export const ReasonPrompt = ({ field, shown, mine, of }: Props) => {
  const { outbox, panels } = useWorkspace()
  const { edits } = outbox
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(shown)
  latest.current = shown
  const excess = excessOf(mine.note, noteLength)
  const opener = useRef<Element | null>(null)
  const isOver = useRef(false)
  const end = (isSaved: boolean): void => {
    if (isOver.current) return
    isOver.current = true
    if (!isSaved) edits.cancel(field)
    else if (excessOf(edits.of(field).peek()?.mine.note ?? "", noteLength) === 0) void edits.save(field, latest.current)
    if (panels.reasonFor.peek() === keyOf(field)) panels.reasonFor.value = ""
    const hasFocus = popover.current?.contains(document.activeElement) === true
    if (hasFocus && opener.current instanceof HTMLElement) opener.current.focus()
  }
  useLayoutEffect(() => {
    opener.current = document.activeElement
    const parent = popover.current?.parentElement
    if (popover.current === null || parent == null) return
    showBeside(popover.current, parent)
    area.current?.focus()
    area.current?.setSelectionRange(mine.note.length, mine.note.length)
    return () => end(true)
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, Enter and Escape belong to it.
    if (event.isComposing) return
    const isEnter = event.key === "Enter" && !event.shiftKey && event.target === area.current
    if (!isEnter && event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    if (!isEnter) end(false)
    else if (excess === 0) end(true)
  }
  return (
    <div
      ref={popover}
      popover="auto"
      role="dialog"
      aria-label={texts.common.statusOf(of, statusText(mine.status))}
      class="reason"
      onKeyDown={onKeyDown}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) end(true)
      }}
      onToggle={({ newState }) => {
        if (newState === "closed") end(true)
      }}
    >
      <label>
        <span>{texts.checkIns.reason}</span>
        <textarea
          ref={area}
          rows={2}
          value={mine.note}
          aria-describedby={id}
          onInput={({ currentTarget }) => edits.setValue(field, shown, { ...mine, note: currentTarget.value })}
        />
      </label>
      <TooLong excess={excess} />
      <p id={id} class="quiet small-text key-hint">
        {texts.checkIns.reasonHint}
      </p>
      <p class="actions">
        <button type="button" class="small primary" disabled={excess > 0} onClick={() => end(true)}>
          {texts.common.save}
        </button>
        <button type="button" class="small" onClick={() => end(false)}>
          {texts.common.cancel}
        </button>
      </p>
    </div>
  )
}
