import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { Icon } from "../../parts/Icon.tsx"
import { UndoAll, UndoneAll } from "../../parts/UndoAll.tsx"
import { pathOf, route } from "../../session/Route.ts"
import type { Batch, SentBatch } from "../../workspace/outbox/Batch.ts"
import type { TakenBack } from "../../workspace/TakeBack.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ImportTexts.ts"

const saying = ({ batch, phase, made, total, error }: SentBatch): string => {
  const teamName = texts.teamsOf(batch.teams)
  if (phase === "finished") return texts.imported(made, teamName)
  if (phase === "stopped") return texts.stopped(made, total, error)
  const doing = texts.doing(made, total, teamName)
  return phase === "waiting" ? `${doing} ${texts.waiting}` : doing
}

const TeamLink = ({ teams }: Pick<Batch, "teams">) => {
  const here = route.value
  const [team, ...others] = teams
  const only = others.length === 0 ? team : undefined
  if (only === undefined) return here.page === "teams" ? null : <a href={pathOf.teams}>{texts.common.toTeams}</a>
  const isHere = here.page === "team" && here.teamId === only.id
  return isHere ? null : <a href={pathOf.team(only.id)}>{texts.toTeam(only.name)}</a>
}

const CloseButton = ({ onClick }: { readonly onClick: () => void }) => (
  <button type="button" class="icon-button" aria-label={texts.common.close} onClick={onClick}>
    <Icon name="cross" />
  </button>
)

interface PanelProps {
  readonly isQuiet: boolean
  readonly said: ComponentChildren
  readonly actions: ComponentChildren
  readonly children?: ComponentChildren
}

const Panel = ({ isQuiet, said, actions, children }: PanelProps) => (
  <section class="import-status" aria-label={texts.importing}>
    {/* Not each step is announced: the progress bar tells. */}
    <div role={isQuiet ? undefined : "status"}>{said}</div>
    <p class="actions">{actions}</p>
    {children}
  </section>
)

interface Undone {
  readonly batch: Batch
  readonly result: TakenBack
}

interface ImportProps {
  readonly sent: SentBatch
  readonly onUndone: (undone: Undone) => void
}

/** How far an import is, and what came of it. */
const Import = ({ sent, onUndone }: ImportProps) => {
  const { batches } = useWorkspace().outbox
  const { batch, phase, made, total, refusals } = sent
  const { id, subject, teams } = batch
  const isEnded = phase === "stopped" || phase === "finished"
  const actions = (
    <>
      <TeamLink teams={teams} />
      {!isEnded && (
        <button type="button" class="small" onClick={() => batches.stop(id)}>
          {texts.stop}
        </button>
      )}
      {phase === "stopped" && (
        <button type="button" class="small" onClick={() => void batches.resume(id)}>
          {texts.resume}
        </button>
      )}
      {isEnded && (
        <UndoAll
          {...{ subject, teams }}
          changeSetId={id}
          class="small"
          label={texts.undoImport}
          onDone={(result) => {
            if (result.failure === "") batches.dismiss(id)
            onUndone({ batch, result })
          }}
        />
      )}
      {isEnded && <CloseButton onClick={() => batches.dismiss(id)} />}
    </>
  )
  return (
    <Panel isQuiet={phase === "running"} said={saying(sent)} actions={actions}>
      {phase !== "finished" && <progress aria-label={texts.importing} value={made} max={Math.max(total, 1)} />}
      {refusals.length > 0 && (
        <ul class="trouble">
          {refusals.map(({ row, title, reason }, at) => (
            <li key={at}>
              {title} <span class="quiet">{row > 0 && texts.inRows([row])}</span> {reason}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The imports that run or have ended, until they are closed, and what was undone of them. */
export const ImportStatus = () => {
  const { batches } = useWorkspace().outbox
  const undone = useSignal<ReadonlyArray<Undone>>([])
  return (
    <>
      {batches.all.value
        .filter(({ batch }) => batch.undoOf === undefined)
        .map((sent) => (
          <Import key={sent.batch.id} sent={sent} onUndone={(one) => (undone.value = [...undone.peek(), one])} />
        ))}
      {undone.value.map((one) => (
        <Panel
          key={one.batch.id}
          isQuiet={false}
          said={<UndoneAll subject={one.batch.subject} result={one.result} />}
          actions={<CloseButton onClick={() => (undone.value = undone.peek().filter((other) => other !== one))} />}
        />
      ))}
    </>
  )
}
