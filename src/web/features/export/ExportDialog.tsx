import { useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { statusOrder } from "../../parts/StatusOrder.ts"
import { todayUtc } from "../../texts/Clock.ts"
import { utcDateOf } from "../../texts/Formats.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ExportTexts.ts"
import { lastExport } from "./LastExport.ts"
import { countSlides, saveSlides } from "./Slides.ts"
import { slidesAddress } from "./SlidesAddress.ts"

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
  const select = useRef<HTMLSelectElement>(null)
  const address = useSignal("")
  /** The number of slides. */
  const count = useSignal("")
  /** How far saving them is; empty while they are not being saved. */
  const progress = useSignal("")
  const read = (): void => {
    const form = select.current?.form
    if (form) address.value = slidesAddress(teamId, new FormData(form))
  }
  useLayoutEffect(read, [])
  useEffect(() => {
    if (address.value === "") return
    count.value = texts.counting
    const left = new AbortController()
    const cancel = workspace.lifetime.after(quietMs, async () => {
      const counted = await countSlides(workspace, address.value, left.signal)
      if (!left.signal.aborted) count.value = counted
    })
    return () => {
      cancel()
      left.abort()
    }
  }, [address.value])
  const save = async (): Promise<string> => {
    const error = await saveSlides(workspace, address.peek(), (text) => {
      progress.value = text
    })
    progress.value = ""
    if (error === "") last.remember(today)
    return error
  }
  const team = teamId && workspace.teams.of(teamId).body.value?.name
  return (
    <FormDialog
      class="export-form"
      title={texts.title(team)}
      label={texts.save}
      onInput={read}
      submit={save}
      onClose={onClose}
    >
      <label class="form-field">
        <span>{texts.detail}</span>
        <select ref={select} name="detail">
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
        {progress.value || count.value}
      </p>
    </FormDialog>
  )
}
