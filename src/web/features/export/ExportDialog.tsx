import { useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { dateOfDay } from "../../../shared/Days.ts"
import { worstFirst } from "../../../shared/Statuses.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { lastExport } from "../../parts/LastExport.ts"
import { shownDay } from "../../session/Moment.ts"
import { moment } from "../../session/Route.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { countSlides, saveSlides } from "./DeckDownload.ts"
import { deckEvent } from "./DeckEvent.ts"
import * as texts from "./ExportTexts.ts"
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
  const today = dateOfDay(shownDay())
  const select = useRef<HTMLSelectElement>(null)
  const address = useSignal("")
  /** The number of slides. */
  const count = useSignal("")
  /** How far saving them is; empty while they are not being saved. */
  const progress = useSignal("")
  const deck = useRef<HTMLInputElement>(null)
  /** The event of the earlier presentation that is chosen; empty where none is, or it has none. */
  const event = useSignal("")
  const read = (): void => {
    const form = select.current?.form
    if (!form) return
    const chosen = new FormData(form)
    if (moment.peek() !== "") chosen.set("at", moment.peek())
    if (event.peek() !== "") chosen.set("sinceDeck", event.peek())
    address.value = slidesAddress(teamId, chosen)
  }
  const deckFault = useSignal("")
  const readDeck = async (): Promise<void> => {
    const file = deck.current?.files?.[0]
    const found = file && (await workspace.lifetime.within(deckEvent(file)))
    if (file !== deck.current?.files?.[0]) return
    event.value = found ?? ""
    deckFault.value = found === "" ? texts.noDeck : ""
    read()
  }
  const drop = (dropped: DragEvent): void => {
    dropped.preventDefault()
    if (!deck.current || !dropped.dataTransfer?.files.length) return
    deck.current.files = dropped.dataTransfer.files
    void readDeck()
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
    if (error === "" && moment.peek() === "") last.remember(today)
    return error
  }
  const team = teamId && workspace.teams.of(teamId).body.value?.name
  return (
    <FormDialog
      class="export-form"
      title={texts.title(team)}
      label={texts.save}
      onInput={read}
      onDragOver={(over) => over.preventDefault()}
      onDrop={drop}
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
        <input type="date" name="since" max={today} defaultValue={last.before(today)} disabled={event.value !== ""} />
        <span class="quiet small-text">{texts.sinceHint}</span>
      </label>
      <label class="form-field">
        <span>{texts.sinceDeck}</span>
        <input ref={deck} type="file" accept=".pptx" onChange={readDeck} />
        <span class="quiet small-text" role="status">
          {deckFault.value || (event.value && texts.sinceEvent(event.value))}
        </span>
      </label>
      <fieldset>
        <legend class="small-text">{texts.statuses}</legend>
        {worstFirst.map((value) => (
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
