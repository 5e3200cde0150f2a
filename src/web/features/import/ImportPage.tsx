import { useEffect, useMemo, useRef } from "preact/hooks"
import { maxTextLength } from "../../../import/ImportFile.ts"
import { changesIn, newIn } from "../../../import/ImportPlan.ts"
import { stepsOfTeams } from "../../../import/PlanEvents.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import { useLoadedTeam } from "../../parts/LoadedTeam.ts"
import { NotFound } from "../../parts/NotFound.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { navigate, pathOf, replaceQuery } from "../../session/Route.ts"
import { isEnded } from "../../workspace/outbox/Batch.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Differences } from "./Differences.tsx"
import { type ImportForm, makeImportForm, steps } from "./ImportForm.ts"
import * as texts from "./ImportTexts.ts"
import { Issues } from "./Issues.tsx"
import { Preview } from "./Preview.tsx"
import { QuestionList } from "./QuestionList.tsx"
import { ReadingChoices } from "./ReadingChoices.tsx"
import { RowTable } from "./RowTable.tsx"

/** Takes files that are dropped anywhere on the page, until the returned function is called. */
const takeDrops = (form: ImportForm): (() => void) => {
  const ended = new AbortController()
  const onDrag = (event: DragEvent): void => {
    const [dropped] = event.dataTransfer?.files ?? []
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault()
    if (event.type === "drop" && dropped !== undefined) void form.readFile(dropped)
  }
  for (const type of ["dragover", "drop"] as const) addEventListener(type, onDrag, { signal: ended.signal })
  return () => ended.abort()
}

/** The first step: pastes a text or takes a file. */
const Source = ({ form }: { readonly form: ImportForm }) => {
  const file = useRef<HTMLInputElement>(null)
  const { text, error, opened, showStep } = form
  const isTooLong = text.value.length > maxTextLength
  return (
    <form
      class="import-source"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.peek().trim() !== "" && !isTooLong) showStep("columns")
      }}
    >
      <label>
        <span>{texts.paste}</span>
        <textarea
          rows={12}
          autofocus
          spellcheck={false}
          placeholder={texts.example}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            opened.value = undefined
          }}
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
        accept=".csv,.tsv,.tab,.txt,.md,.json,.xlsx,.xlsm,text/*,application/json"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen !== undefined) void form.readFile(chosen)
          currentTarget.value = ""
        }}
      />
      <p class="trouble" role="alert">
        {isTooLong ? texts.tooLarge : error.value}
      </p>
      <p class="end">
        <button type="submit" class="primary" aria-disabled={text.value.trim() === "" || isTooLong}>
          {texts.toColumns}
        </button>
      </p>
    </form>
  )
}

/** Says that columns and answers are those of an earlier import, and takes them back. */
const RememberedLine = ({ form: { forget } }: { readonly form: ImportForm }) =>
  forget.value && (
    <p class="actions quiet small-text">
      <span>{texts.remembered}</span>
      <button type="button" class="small" onClick={forget.value}>
        {texts.forgetReading}
      </button>
    </p>
  )

interface StepProps {
  readonly form: ImportForm
  readonly read: ReadImport
  readonly teamId: string | undefined
}

const ColumnsStep = ({ form, read, teamId }: StepProps) => (
  <>
    <QuestionList form={form} read={read} />
    <ReadingChoices form={form} read={read} teamId={teamId} />
    <p class="trouble" role="alert">
      {read.refusal || form.error.value}
    </p>
    <p class="end">
      <button
        type="button"
        class="primary"
        aria-disabled={read.refusal !== ""}
        onClick={() => {
          if (read.refusal === "") form.showStep("review")
        }}
      >
        {texts.toReview}
      </button>
    </p>
  </>
)

/** The last step: what will be made, what is unclear, and the button that begins. */
const Review = ({ form, read, teamId }: StepProps) => {
  const { newId, outbox, teams } = useWorkspace()
  const { missing } = read
  const items = newIn(read.teams).length
  const changes = changesIn(read.teams, form.existing.value).length
  const count = items + changes
  const failure = [teams.failure.value, ...missing.map((id) => teams.of(id).failure.value)].find((one) => one)
  const isListed = teams.list.value !== undefined
  const load = (): void => {
    if (!isListed) void teams.refresh()
    for (const id of missing) teams.queueLoad(id)
  }
  useEffect(load, [isListed, missing.join()])
  const isBusy = !outbox.batches.all.value.every(isEnded)
  if (!isListed || missing.length > 0) {
    return (
      <NotLoaded failure={failure} retry={load}>
        <p>{texts.teamsNotLoaded}</p>
      </NotLoaded>
    )
  }
  const { shownRows } = form
  const start = (): void => {
    if (count === 0 || isBusy) return
    const id = newId()
    const { name, ...planned } = stepsOfTeams(read.teams, newId, teams.list.peek() ?? [], form.existing.peek())
    form.remember(read)
    void outbox.batches.send({ id, changeSet: { id, name }, subject: texts.importOf(planned.steps), ...planned })
    form.replace("")
    navigate(teamId === undefined ? pathOf.teams : pathOf.team(teamId))
  }
  return (
    <>
      <QuestionList form={form} read={read} />
      <Preview form={form} read={read} />
      <Issues form={form} read={read} />
      <Differences form={form} read={read} />
      <p class="actions">
        <button
          type="button"
          class="small"
          aria-pressed={shownRows.value === "all"}
          onClick={() => (shownRows.value = shownRows.peek() === "all" ? undefined : "all")}
        >
          {texts.leaveOutRows}
        </button>
      </p>
      <RowTable form={form} read={read} />
      {isBusy && <p class="quiet small-text">{texts.anotherRuns}</p>}
      <p class="end">
        <button type="button" class="primary" aria-disabled={count === 0 || isBusy} onClick={start}>
          {count === 0 ? texts.nothingToImport : texts.importItems(items, changes)}
        </button>
      </p>
    </>
  )
}

const Page = ({ teamId }: { readonly teamId: string | undefined }) => {
  const { panels, teams } = useWorkspace()
  const form = useFeatureState(makeImportForm)
  const read = useMemo(() => form.readFor(teamId), [teamId]).value
  const pasted = panels.importing.value
  useEffect(() => {
    if (pasted === undefined) return
    panels.importing.value = undefined
    form.replace(pasted.text, { top: pasted.top })
    if (pasted.text !== "") form.showStep("review")
  }, [pasted])
  const team = useLoadedTeam(teamId === undefined ? undefined : teams.of(teamId))
  const name = team?.body.value?.name ?? ""
  const title = name === "" ? texts.importing : texts.importInto(name)
  usePageTitle(title)
  useEffect(() => takeDrops(form), [form])
  const isEmpty = form.text.value.trim() === "" || form.text.value.length > maxTextLength
  // Without a text, as after a reload, there is only the first step.
  const step = isEmpty ? "source" : form.step.value
  const isElsewhere = form.step.value !== step
  useEffect(() => {
    if (isElsewhere) replaceQuery("")
  }, [isElsewhere])
  const failure = team?.failure.value
  if (failure?.kind === "refused" && failure.status === 404) return <NotFound />
  return (
    <section class="import-page">
      <header class="page-head">
        <h1>{title}</h1>
        <nav class="tabs" aria-label={texts.steps}>
          {steps.map((one, at) => (
            <button
              key={one}
              type="button"
              aria-current={one === step ? "step" : undefined}
              aria-disabled={isEmpty && one !== "source"}
              onClick={() => {
                if (!isEmpty) form.showStep(one)
              }}
            >
              {texts.stepName(at + 1, texts.stepNames[one])}
            </button>
          ))}
        </nav>
      </header>
      {step !== "source" && <RememberedLine form={form} />}
      {step === "source" && <Source form={form} />}
      {step === "columns" && <ColumnsStep form={form} read={read} teamId={teamId} />}
      {step === "review" && <Review form={form} read={read} teamId={teamId} />}
    </section>
  )
}

/** Imports a text in three steps; for editors. */
export const ImportPage = ({ teamId }: { readonly teamId: string | undefined }) =>
  useWorkspace().session.canEdit.value ? (
    <Page teamId={teamId} />
  ) : (
    <NotFound title={texts.editorsOnly}>{texts.editorsOnlyHint}</NotFound>
  )
