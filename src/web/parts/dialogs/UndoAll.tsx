import { useSignal } from "@preact/signals"
import * as texts from "../../texts/SharedTexts.ts"
import type { TakenBack } from "../../workspace/TakeBack.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { useBusy } from "../fields/FormState.ts"

/** How many of the changes that stay are listed. */
const maxListed = 50

interface Props {
  readonly changeSetId: string
  /** What it is, in the middle of a sentence. */
  readonly subject: string
  readonly label: string
  /** What a screen reader says instead of the label. */
  readonly name?: string
  /** Those of the button, and of what is around it. */
  readonly classes: readonly [button: string, group: string]
  /** Called when nothing of it is left. */
  readonly onUndone?: () => void
}

/** What became of it: whether all was taken back, and what stays and why. */
const Undone = ({ subject, result }: { readonly subject: string; readonly result: TakenBack }) => {
  const { count, left, failure } = result
  return (
    <>
      {failure || texts.undo.outcome(subject, count, left.length)}
      {left.length > 0 && (
        <ul>
          {left.slice(0, maxListed).map((reason, at) => (
            <li key={at} dir="auto">
              {reason}
            </li>
          ))}
          {left.length > maxListed && <li>{texts.undo.andMore(left.length - maxListed)}</li>}
        </ul>
      )}
    </>
  )
}

/** A button that takes a change set back, and then says what it left alone, and why. */
export const UndoAll = ({ changeSetId, subject, label, name = label, classes, onUndone }: Props) => {
  const { outbox, takeBack } = useWorkspace()
  const result = useSignal<TakenBack | undefined>(undefined)
  const sent = outbox.batches.all.value.find(
    ({ batch: { undoOf } }) => undoOf !== undefined && "changeSetId" in undoOf && undoOf.changeSetId === changeSetId
  )
  const { isBusy, run } = useBusy(async () => {
    if (sent !== undefined) return
    const taken = await takeBack.run({ changeSetId }, subject)
    result.value = taken.isDeclined ? undefined : taken
    if (taken.left.length === 0 && taken.failure === "" && !taken.isDeclined) onUndone?.()
  })
  const [button, group] = classes
  return (
    <>
      <span class={group}>
        <button type="button" class={button} aria-label={name} aria-disabled={isBusy.value} onClick={() => void run()}>
          {label}
        </button>
        {sent !== undefined && <progress aria-label={name} value={sent.made} max={sent.total} />}
      </span>
      <div class="undone-all" role="status">
        {result.value && <Undone subject={subject} result={result.value} />}
      </div>
    </>
  )
}
