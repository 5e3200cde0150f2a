import { UndoAll } from "../../parts/dialogs/UndoAll.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { pathOf, route } from "../../session/Route.ts"
import { type Batch, isEnded } from "../../workspace/outbox/Batch.ts"
import { isShown, type SentBatch } from "../../workspace/outbox/Batches.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ImportTexts.ts"

const saying = ({ batch, phase, made, total, error, isWaiting }: SentBatch): string => {
  if (batch.isQuiet === true) return texts.madeOf(made, total, [error, isWaiting ? texts.waiting : ""].join(" ").trim())
  const teamName = texts.teamsOf(batch.teams)
  const hasEdits = batch.steps.some(({ title, body }) => title !== "" && !body.eventType.startsWith("create_"))
  if (phase === "finished") return (hasEdits ? texts.importedChanges : texts.imported)(made, teamName)
  if (phase === "stopped") return texts.stopped(made, total, error)
  const doing = texts.doing(made, total, teamName)
  return isWaiting ? `${doing} ${texts.waiting}` : doing
}

const TeamLink = ({ teams }: Pick<Batch, "teams">) => {
  const here = route.value
  const [team, ...others] = teams
  const only = others.length === 0 ? team : undefined
  if (only === undefined) return here.page === "teams" ? null : <a href={pathOf.teams}>{texts.common.toTeams}</a>
  const isHere = here.page === "team" && here.teamId === only.id
  return isHere ? null : <a href={pathOf.team(only.id)}>{texts.toTeam(only.name)}</a>
}

/** How far an import, or an edit of many items, is, and what came of it. */
const Import = ({ sent }: { readonly sent: SentBatch }) => {
  const { outbox, toasts } = useWorkspace()
  const { stop, resume, discard } = outbox.batches
  const { batch, phase, made, total, refusals, isWaiting } = sent
  const { id, subject, teams, changeSet, isQuiet = false } = batch
  const name = isQuiet ? texts.changes : texts.importing
  const ended = isEnded(sent)
  return (
    <section class="import-status" aria-label={name}>
      {/* Not each step is announced: the progress bar tells. */}
      <p role={phase === "running" && !isWaiting ? undefined : "status"}>{saying(sent)}</p>
      {ended && (!isQuiet || made > 0) && (
        <UndoAll
          {...{ changeSetId: changeSet?.id ?? id, subject }}
          classes={["small", "actions"]}
          label={isQuiet ? texts.common.undo : texts.undoImport(subject)}
          onUndone={() => {
            discard(batch)
            toasts.show(texts.undo.done(subject))
          }}
        />
      )}
      <p class="actions">
        {!isQuiet && <TeamLink teams={teams} />}
        {!ended && (
          <button type="button" class="small" onClick={() => stop(batch)}>
            {texts.stop}
          </button>
        )}
        {phase === "stopped" && (
          <button type="button" class="small" onClick={() => void resume(batch)}>
            {texts.resume}
          </button>
        )}
        {ended && (
          <button type="button" class="icon-button" aria-label={texts.common.close} onClick={() => discard(batch)}>
            <Icon name="cross" />
          </button>
        )}
      </p>
      {phase !== "finished" && <progress aria-label={name} value={made} max={Math.max(total, 1)} />}
      {refusals.length > 0 && (
        <ul class="trouble">
          {refusals.map(({ row, title, reason }, at) => (
            <li key={at}>
              {isQuiet ? texts.ofItem(title) : title} <span class="quiet">{row > 0 && texts.inRows([row])}</span>{" "}
              {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The imports that run or have ended, and what was refused of edits of many items, until they are closed or undone. */
export const ImportStatus = () => {
  const imports = useWorkspace().outbox.batches.all.value.filter(isShown)
  return (
    <>
      {imports.map((sent) => (
        <Import key={sent.batch.id} sent={sent} />
      ))}
    </>
  )
}
