import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { ObjectiveStatus } from "../../../shared/Statuses.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { statusOrder } from "../../parts/StatusOrder.ts"
import { todayUtcText } from "../../texts/Formats.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { type Choices, slidesAddress } from "./Choices.ts"
import { lastExport } from "./LastExport.ts"
import { countSlides, saveSlides, slidesFailureText } from "./Slides.ts"
import * as texts from "./Texts.ts"

/** Who still chooses need not have every step made into slides. */
const quietMs = 500

/** What the choices come to, as a text, once they have been left alone for a moment. */
const useCount = (workspace: Workspace, address: string) => {
  const count = useSignal("")
  useEffect(() => {
    count.value = texts.counting
    const left = new AbortController()
    const cancel = workspace.lifetime.after(quietMs, async () => {
      const answer = await countSlides(workspace, address, left.signal)
      if (left.signal.aborted) return
      count.value = answer.ok ? texts.slides(answer.value) : slidesFailureText(answer.failure)
    })
    return () => {
      cancel()
      left.abort()
    }
  }, [address])
  return count.value
}

const toggled = (all: ReadonlyArray<ObjectiveStatus>, status: ObjectiveStatus): ReadonlyArray<ObjectiveStatus> =>
  all.includes(status) ? all.filter((other) => other !== status) : [...all, status]

interface Props {
  /** Undefined: all teams. */
  readonly teamId: string | undefined
  readonly onClose: () => void
}

/** Chooses what a presentation contains, says how many slides that is, and saves it. */
export const ExportDialog = ({ teamId, onClose }: Props) => {
  const workspace = useWorkspace()
  const last = lastExport(workspace, teamId)
  const today = todayUtcText()
  const choices = useSignal<Choices>({
    detail: teamId === undefined ? "board" : "full",
    since: last.before(today),
    statuses: [],
    notes: true
  })
  const progress = useSignal("")
  const { detail, since, statuses, notes } = choices.value
  const choose = (change: Partial<Choices>): void => {
    choices.value = { ...choices.peek(), ...change }
  }
  const address = slidesAddress(teamId, choices.value)
  const count = useCount(workspace, address)
  const isBusy = progress.value !== ""
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    const isSaved = await saveSlides(workspace, address, (text) => {
      progress.value = text
    })
    progress.value = ""
    if (!isSaved) return
    last.remember(today)
    onClose()
  }
  const team = teamId === undefined ? undefined : (workspace.teams.of(teamId).body.value?.name ?? "")
  return (
    <Dialog title={texts.title(team)} onClose={onClose}>
      <form class="export-form" onSubmit={save}>
        <label class="form-field">
          <span>{texts.detail}</span>
          <select
            value={detail}
            onChange={({ currentTarget }) => choose({ detail: currentTarget.value === "full" ? "full" : "board" })}
          >
            <option value="board">{texts.details.board}</option>
            <option value="full">{texts.details.full}</option>
          </select>
        </label>
        <label class="form-field">
          <span>{texts.since}</span>
          <input
            type="date"
            max={today}
            value={since}
            onInput={({ currentTarget }) => choose({ since: currentTarget.validity.valid ? currentTarget.value : "" })}
          />
          <span class="quiet small-text">{texts.sinceHint}</span>
        </label>
        <fieldset>
          <legend class="small-text">{texts.statuses}</legend>
          {statusOrder.map((status) => (
            <label key={status}>
              <input
                type="checkbox"
                checked={statuses.includes(status)}
                onChange={() => choose({ statuses: toggled(statuses, status) })}
              />{" "}
              {texts.objectiveStatus[status]}
            </label>
          ))}
          <span class="quiet small-text">{texts.statusesHint}</span>
        </fieldset>
        <label>
          <input type="checkbox" checked={notes} onChange={() => choose({ notes: !notes })} /> {texts.notes}
        </label>
        <p class="quiet" role="status">
          {isBusy ? progress.value : count}
        </p>
        <p class="actions end">
          <button type="button" class="button" onClick={onClose}>
            {texts.common.cancel}
          </button>
          <button type="submit" class="primary" aria-disabled={isBusy}>
            {texts.save}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
