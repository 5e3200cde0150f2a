import { useEffect, useMemo, useRef } from "preact/hooks"
import { newIn } from "../../../import/Plan.ts"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import type { Transfer } from "../../workspace/Panels.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeImportForm, maxLength } from "./ImportForm.ts"
import { makeImportRun } from "./ImportRun.ts"
import * as texts from "./ImportTexts.ts"
import { Preview } from "./Preview.tsx"
import { ReadingChoices } from "./ReadingChoices.tsx"

interface Props {
  readonly transfer: Extract<Transfer, { readonly kind: "import" }>
  readonly onClose: () => void
}

/** Takes cells or an outline, shows what they are read as, and begins to import it. */
export const ImportDialog = ({ transfer, onClose }: Props) => {
  const { teams } = useWorkspace()
  const form = useFeatureState(makeImportForm)
  const run = useFeatureState(makeImportRun)
  const file = useRef<HTMLInputElement>(null)
  const { teamId, top } = transfer
  const name = teamId === undefined ? "" : (teams.of(teamId).body.value?.name ?? "")
  const read = useMemo(() => form.readFor(teamId, top), [teamId, top]).value
  const count = newIn(read.teams).length
  const { missing } = read
  const failure = [teams.failure.value, ...missing.map((id) => teams.of(id).failure.value)].find((one) => one)
  const isListed = teams.list.value !== undefined
  const load = (): void => {
    if (!isListed) void teams.refresh()
    for (const id of missing) teams.queueLoad(id)
  }
  useEffect(load, [isListed, missing.join()])
  const { text, error } = form
  const isBusy = ["running", "waiting", "looking"].includes(run.state.value?.phase ?? "")
  const isTooLong = text.value.length > maxLength
  const isLoaded = isListed && missing.length === 0
  const take = (event: Event, [chosen]: Iterable<File> = []): void => {
    if (chosen === undefined) return
    event.preventDefault()
    void form.readFile(chosen)
  }
  const start = async (): Promise<string> => {
    run.start(read.teams)
    form.replace("")
    return ""
  }
  return (
    <FormDialog
      class="import-form"
      kind="wide"
      title={name === "" ? texts.importing : texts.importInto(name)}
      label={count === 0 ? texts.nothingToImport : texts.importItems(count)}
      isDisabled={count === 0 || isBusy || !isLoaded}
      submit={start}
      onClose={onClose}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer?.files)}
    >
      <div class="import-source">
        <label>
          <span>{texts.paste}</span>
          <textarea
            rows={text.value === "" ? 8 : 4}
            autofocus
            spellcheck={false}
            placeholder={texts.example}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <p class="actions">
          <button type="button" class="button" onClick={() => file.current?.click()}>
            {texts.chooseFile}
          </button>
          <span class="quiet small-text">{texts.sources}</span>
        </p>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.tsv,.tab,.txt,.md,text/*"
          onChange={(event) => {
            take(event, event.currentTarget.files ?? [])
            event.currentTarget.value = ""
          }}
        />
        <p class="trouble" role="alert">
          {isTooLong ? texts.tooLarge : error.value}
        </p>
      </div>
      {text.value.trim() !== "" && !isTooLong && (
        <>
          <ReadingChoices form={form} read={read} teamId={teamId} />
          {isLoaded ? (
            <Preview read={read} />
          ) : (
            <NotLoaded failure={failure} retry={load}>
              <p>{texts.teamsNotLoaded}</p>
            </NotLoaded>
          )}
        </>
      )}
      {isBusy && <p class="quiet small-text">{texts.anotherRuns}</p>}
    </FormDialog>
  )
}
