import { useSignal } from "@preact/signals"
import * as texts from "../texts/SharedTexts.ts"
import type { Batch } from "../workspace/outbox/Batch.ts"
import type { Inverse, TakenBack } from "../workspace/TakeBack.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { FormDialog } from "./FormDialog.tsx"

/** How many items are taken back without a question. */
const maxUnasked = 20

/** How many of the changes that stay are listed. */
const maxListed = 50

interface Props {
  readonly changeSetId: string
  /** What it is, in the middle of a sentence. */
  readonly subject: string
  readonly label: string
  /** What a screen reader says instead of the label. */
  readonly name?: string
  readonly class: string
  /** The teams that it changed, where they are known. */
  readonly teams?: Batch["teams"]
  readonly onDone: (result: TakenBack) => void
}

/** A button that takes a change set back; it asks first if that is much. */
export const UndoAll = ({ changeSetId, subject, label, name = label, teams = [], onDone, ...rest }: Props) => {
  const { outbox, takeBack } = useWorkspace()
  const isBusy = useSignal(false)
  const asking = useSignal<Inverse | undefined>(undefined)
  const sent = outbox.batches.all.value.find(
    ({ batch: { undoOf } }) => undoOf !== undefined && "changeSetId" in undoOf && undoOf.changeSetId === changeSetId
  )
  const run = async (): Promise<void> => {
    isBusy.value = true
    onDone(await takeBack.run({ changeSetId }, subject, teams))
    isBusy.value = false
  }
  const ask = async (): Promise<void> => {
    if (isBusy.peek() || sent !== undefined) return
    isBusy.value = true
    const answer = await takeBack.inverseOf({ changeSetId })
    isBusy.value = false
    if (answer.ok && answer.value.submissions.length > maxUnasked) asking.value = answer.value
    else await run()
  }
  const close = (): void => {
    asking.value = undefined
  }
  const count = asking.value?.submissions.length ?? 0
  return (
    <>
      <button {...rest} type="button" aria-label={name} aria-disabled={isBusy.value} onClick={() => void ask()}>
        {label}
      </button>
      {sent !== undefined && <progress aria-label={name} value={sent.made} max={Math.max(sent.total, 1)} />}
      {asking.value !== undefined && (
        <FormDialog
          title={texts.undo.askAll(subject)}
          label={texts.undo.items(count)}
          isDanger
          onClose={close}
          submit={async () => {
            void run()
            return ""
          }}
        >
          <p>{texts.undo.touches(count, teams.length)}</p>
        </FormDialog>
      )}
    </>
  )
}

interface UndoneProps {
  readonly subject: string
  readonly result: TakenBack
}

/** What became of it: whether all was taken back, and what stays and why. */
export const UndoneAll = ({ subject, result: { count, left, failure } }: UndoneProps) => (
  <>
    {failure === "" || left.length > 0 ? texts.undo.outcome(subject, count, left.length) : failure}
    {left.length > 0 && (
      <ul class="left-alone">
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
