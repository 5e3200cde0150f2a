import { noteLength } from "../../../shared/Limits.ts"
import { excessOf } from "../../../shared/TextLength.ts"
import { TooLong } from "../../parts/fields/TooLong.tsx"
import type { Objective } from "../../workspace/Team.ts"
import type { CheckInState } from "./CheckInState.ts"
import * as texts from "./CheckInTexts.ts"

interface Props {
  readonly state: CheckInState
  readonly objective: Objective
}

/** What happened to an objective since its last check-in. Enter saves it with the status, and moves on to the first value. */
export const ReasonBox = ({ state: { reasons }, objective }: Props) => {
  const note = reasons.typed(objective)?.note ?? ""
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void => {
    const { key, isComposing, shiftKey, ctrlKey, metaKey, currentTarget } = event
    if (isComposing) return
    if (key === "Escape") reasons.clear(objective)
    if (key !== "Enter" || shiftKey || ctrlKey || metaKey) return
    event.preventDefault()
    void reasons.save(objective)
    currentTarget.closest("tbody")?.querySelector<HTMLElement>("[name=value]")?.focus()
  }
  return (
    <div class="what-happened">
      <textarea
        rows={1}
        name="reason"
        value={note}
        placeholder={texts.checkIns.reason}
        aria-label={texts.fieldOf(texts.checkIns.reason, objective.title)}
        onInput={({ currentTarget }) => reasons.type(objective, { note: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <TooLong excess={excessOf(note, noteLength)} />
    </div>
  )
}
