import { Icon } from "../../parts/Icon.tsx"
import { pathOf, route } from "../../session/Route.ts"
import { formatList } from "../../texts/Formats.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { type ImportRun, makeImportRun } from "./ImportRun.ts"
import * as texts from "./ImportTexts.ts"
import type { Run } from "./RunSender.ts"

const saying = ({ job, phase, made, total, error }: Run): string => {
  const { kind } = job
  const teamName = texts.teamsOf(job.teams)
  if (phase === "finished") return kind === "import" ? texts.imported(made, teamName) : texts.undone(teamName)
  if (phase === "stopped") return texts.stopped(texts.tasks[kind], made, total, error)
  if (phase === "looking") return texts.lookingAtTeam
  const doing = texts.doing(texts.tasks[kind], made, total, teamName)
  return phase === "waiting" ? `${doing} ${texts.waiting}` : doing
}

interface ButtonsProps {
  readonly run: Run
  readonly imports: ImportRun
}

const Buttons = ({ run: { phase, job }, imports }: ButtonsProps) => {
  if (phase === "looking") return null
  if (phase === "running" || phase === "waiting") {
    return (
      <button type="button" class="small" onClick={() => imports.change({ phase: "stopped" })}>
        {texts.stop}
      </button>
    )
  }
  return (
    <>
      {phase === "stopped" && (
        <button type="button" class="small" onClick={() => imports.change({ phase: "running", error: "" })}>
          {texts.resume}
        </button>
      )}
      {job.kind === "import" && (
        <button type="button" class="small" onClick={() => void imports.undo()}>
          {texts.undoImport}
        </button>
      )}
      <button type="button" class="icon-button" aria-label={texts.common.close} onClick={imports.dismiss}>
        <Icon name="cross" />
      </button>
    </>
  )
}

/** How far an import is, and what came of it. */
export const ImportStatus = () => {
  const imports = useFeatureState(makeImportRun)
  const run = imports.state.value
  if (run === undefined) return null
  const { job, phase, made, total, refusals } = run
  const here = route.value
  const [team, ...others] = job.teams
  const only = others.length === 0 ? team : undefined
  const isElsewhere = only === undefined ? here.page !== "teams" : here.page !== "team" || here.teamId !== only.id
  return (
    <section class="import-status" aria-label={texts.importing}>
      {/* Not each step is announced: the progress bar tells. */}
      <p role={phase === "running" ? undefined : "status"}>{saying(run)}</p>
      <p class="actions">
        {isElsewhere && (
          <a href={only === undefined ? pathOf.teams : pathOf.team(only.id)}>
            {only === undefined ? texts.common.toTeams : texts.toTeam(only.name)}
          </a>
        )}
        <Buttons run={run} imports={imports} />
      </p>
      {phase !== "finished" && <progress aria-label={texts.importing} value={made} max={Math.max(total, 1)} />}
      {job.kept.length > 0 && (
        <p class="quiet small-text">{texts.kept(formatList(job.kept.slice(0, 20)), job.kept.length)}</p>
      )}
      {refusals.length > 0 && (
        <ul class="trouble">
          {refusals.map(({ row, title, reason }, at) => (
            <li key={at}>
              {title} <span class="quiet">{row > 0 && texts.inRows([row])}</span> {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
