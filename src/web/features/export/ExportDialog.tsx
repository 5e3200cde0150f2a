import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { Dialog } from "../../parts/Dialog.tsx"
import { useSignal } from "../../parts/Signals.ts"
import { statusOrder } from "../../parts/StatusOrder.ts"
import { todayUtc } from "../../texts/Clock.ts"
import { utcDateOf } from "../../texts/Formats.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { lastExport } from "./LastExport.ts"
import { countSlides, saveSlides } from "./Slides.ts"
import { slidesAddress } from "./SlidesAddress.ts"
import * as texts from "./Texts.ts"

/** The pause after a choice before slides are made, so that not every step of choosing makes some. */
const quietMs = 500

interface Props {
  /** Undefined: all teams. */
  readonly teamId: string | undefined
  readonly onClose: () => void
}

/** The dialog in which the user chooses what a presentation contains, sees how many slides that makes, and saves it. */
export const ExportDialog = ({ teamId, onClose }: Props) => {
  const workspace = useWorkspace()
  const last = lastExport(workspace, teamId)
  const today = utcDateOf(todayUtc())
  const form = useRef<HTMLFormElement>(null)
  const address = useSignal("")
  /** The number of slides, or how far saving them is. */
  const status = useSignal("")
  const isBusy = useSignal(false)
  const read = (): void => {
    if (form.current !== null) address.value = slidesAddress(teamId, new FormData(form.current))
  }
  useLayoutEffect(read, [])
  useEffect(() => {
    if (address.value === "") return
    status.value = texts.counting
    const left = new AbortController()
    const cancel = workspace.lifetime.after(quietMs, async () => {
      const count = await countSlides(workspace, address.value, left.signal)
      if (!left.signal.aborted && !isBusy.peek()) status.value = count
    })
    return () => {
      cancel()
      left.abort()
    }
  }, [address.value])
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isBusy.peek()) return
    isBusy.value = true
    const isSaved = await saveSlides(workspace, address.peek(), (text) => {
      status.value = text
    })
    isBusy.value = false
    status.value = ""
    if (!isSaved) return
    last.remember(today)
    onClose()
  }
  const team = teamId && workspace.teams.of(teamId).body.value?.name
  return (
    <Dialog title={texts.title(team)} onClose={onClose}>
      <form class="export-form" ref={form} onInput={read} onSubmit={save}>
        <label class="form-field">
          <span>{texts.detail}</span>
          <select name="detail">
            <option value="board">{texts.board}</option>
            <option value="full" selected={teamId !== undefined}>
              {texts.full}
            </option>
          </select>
        </label>
        <label class="form-field">
          <span>{texts.since}</span>
          <input type="date" name="since" max={today} defaultValue={last.before(today)} />
          <span class="quiet small-text">{texts.sinceHint}</span>
        </label>
        <fieldset>
          <legend class="small-text">{texts.statuses}</legend>
          {statusOrder.map((value) => (
            <label key={value}>
              <input type="checkbox" name="status" value={value} /> {texts.objectiveStatus[value]}
            </label>
          ))}
          <span class="quiet small-text">{texts.statusesHint}</span>
        </fieldset>
        <label>
          <input type="checkbox" name="notes" defaultChecked /> {texts.notes}
        </label>
        <p class="quiet" role="status">
          {status.value}
        </p>
        <p class="actions end">
          <button type="button" class="button" onClick={onClose}>
            {texts.common.cancel}
          </button>
          <button type="submit" class="primary" aria-disabled={isBusy.value}>
            {texts.save}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
