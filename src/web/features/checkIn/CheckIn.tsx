import { useEffect, useMemo, useRef } from "preact/hooks"
import { dateOfDay } from "../../../shared/Days.ts"
import { isOpen } from "../../../shared/Pace.ts"
import { MineChip } from "../../parts/fields/MineChip.tsx"
import { useLoadedTeam } from "../../parts/LoadedTeam.ts"
import { NotFound } from "../../parts/NotFound.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { Illustration } from "../../parts/status/Illustration.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { isMine, onlyMine, showOnlyMine } from "../../session/Mine.ts"
import { arrivals, namedPart, pathOf } from "../../session/Route.ts"
import { serverToday } from "../../texts/values/Clock.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { CheckInObjective } from "./CheckInObjective.tsx"
import { isStaleMeasure } from "./CheckInRow.tsx"
import { type CheckInState, checkInState } from "./CheckInState.ts"
import * as texts from "./CheckInTexts.ts"

const SaveBar = ({ state, count }: { readonly state: CheckInState; readonly count: number }) => {
  const today = dateOfDay(serverToday())
  const [filled, changed] = [state.filled.value, state.reasons.filled.value]
  const isEmpty = filled + changed === 0
  return (
    <div class="save-bar">
      <span class="quiet small-text" role="status">
        {state.said.value || (isEmpty ? "" : texts.filled(filled, count, changed))}
      </span>
      <span class="quiet small-text key-hint">{texts.keys}</span>
      <label class="day-field">
        {texts.checkIns.day}
        <input
          type="date"
          max={today}
          value={state.day.value || today}
          onChange={({ currentTarget }) => {
            state.day.value = currentTarget.value === today ? "" : currentTarget.value
          }}
        />
      </label>
      <button type="submit" class="primary" aria-disabled={isEmpty}>
        {texts.saveAll}
      </button>
    </div>
  )
}

const Table = ({ state }: { readonly state: CheckInState }) => {
  const { session } = useWorkspace()
  const form = useRef<HTMLFormElement>(null)
  const groups = state.groups.value
  const count = groups.reduce((sum, { measureIds }) => sum + measureIds.length, 0)
  const mayEdit = session.canEdit.value
  // The address may name an objective to begin with.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(`[data-objective="${namedPart.value}"] [name=value]`)?.focus()
  }, [arrivals.value])
  const saveAll = async (): Promise<void> => {
    const left = await state.saveAll()
    if (left !== undefined) form.current?.querySelector<HTMLElement>(`[data-measure="${left}"] [name=value]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key } = event
    if (event.isComposing || key !== "Enter" || event.shiftKey || !(target instanceof HTMLElement)) return
    const row = target.closest("[data-measure]")
    const savesAll = event.ctrlKey || event.metaKey
    if (row === null && !(savesAll && target instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    // Those of all teams on the page: after the last one of a team comes the first one of the next.
    const inputs = [...document.querySelectorAll<HTMLInputElement>(".check-ins [name=value]")]
    const next = savesAll ? undefined : inputs[inputs.findIndex((input) => row?.contains(input)) + 1]
    next?.focus()
    next?.select()
    if (next?.form !== form.current) void saveAll()
  }
  return (
    <form
      ref={form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void saveAll()
      }}
    >
      <table class={mayEdit ? "check-ins" : "check-ins read-only"}>
        <caption class="hidden">{texts.caption}</caption>
        <thead>
          <tr>
            {(["measure", "last", "expected", "value", "confidence", "note"] as const)
              .slice(0, mayEdit ? 6 : 3)
              .map((column) => (
                <th key={column} scope="col">
                  {column === "value" ? texts.valueOf(state.day.value) : texts.columns[column]}
                </th>
              ))}
          </tr>
        </thead>
        {groups.map(({ objectiveId, measureIds }) => {
          const objective = state.team.objectives.byId.get(objectiveId)
          return (
            objective && (
              <CheckInObjective key={objectiveId} state={state} objective={objective} measureIds={measureIds} />
            )
          )
        })}
      </table>
      {mayEdit && <SaveBar state={state} count={count} />}
    </form>
  )
}

interface LoadedProps {
  readonly team: Team
  /** Whether it is the only team on the page. */
  readonly isAlone: boolean
}

const Loaded = ({ team, isAlone }: LoadedProps) => {
  const workspace = useWorkspace()
  const state = useMemo(() => checkInState(workspace, team), [workspace, team])
  const { name = "", color = "" } = team.body.value ?? {}
  usePageTitle(isAlone ? texts.of(name) : onlyMine() ? texts.ofMine : texts.ofMyTeams)
  const Heading = isAlone ? "h1" : "h2"
  const measures = state.groups.value.flatMap(({ objectiveId, measureIds }) => {
    const { progress = [], staleAfter = 0 } = team.objectives.byId.get(objectiveId)?.value ?? {}
    return progress.flatMap((measure) =>
      measureIds.includes(measure.id) ? [{ isStale: isStaleMeasure(measure, staleAfter) }] : []
    )
  })
  return (
    <div class="check-in-page">
      <header class="team-head">
        <span class="stripe" style={{ background: color }} aria-hidden="true" />
        <div class="team-name">
          <Heading>
            <a href={pathOf.team(team.id)}>{name}</a> {isAlone && `· ${texts.title}`}
          </Heading>
          {measures.length > 0 && (
            <p class="quiet">{texts.measures(measures.length, measures.filter(({ isStale }) => isStale).length)}</p>
          )}
        </div>
        <MineChip count={state.mine.value} isChosen={onlyMine()} onToggle={showOnlyMine} />
      </header>
      {measures.length > 0 && <Table state={state} />}
      {measures.length === 0 && onlyMine() && <p class="quiet">{texts.noneMine}</p>}
      {measures.length === 0 && !onlyMine() && (
        <section class="empty">
          <Illustration />
          <p>{texts.empty}</p>
          <p class="quiet">{texts.emptyHint}</p>
          <a class="button" href={pathOf.team(team.id)}>
            {texts.toBoard}
          </a>
        </section>
      )}
    </div>
  )
}

interface Props {
  readonly teamId: string
  readonly isAlone?: boolean
}

/** The weekly check-in of a team: every measure of its open objectives in one table, saved together. */
export const CheckIn = ({ teamId, isAlone = true }: Props) => {
  const team = useLoadedTeam(useWorkspace().teams.of(teamId))
  const failure = team.failure.value
  if (failure?.kind === "refused" && failure.status === 404) return isAlone ? <NotFound /> : null
  if (team.body.value === undefined) return <NotLoaded failure={failure} retry={() => void team.refresh()} />
  return <Loaded key={teamId} team={team} isAlone={isAlone} />
}

/** The teams in which the user owns open objectives with measures. Who closes the last one of a team still sees the team. */
const useOwnTeams = (): ReadonlyArray<string> => {
  const isOwn = isMine(useWorkspace().session)
  const teamIds = useRef(new Set<string>())
  for (const { teamId, owner, status, measures } of useOverview().value.value?.objectives ?? [])
    if (isOpen(status) && measures > 0 && isOwn(owner)) teamIds.current.add(teamId)
  return [...teamIds.current]
}

interface AllProps {
  readonly title: string
  readonly teamIds: ReadonlyArray<string>
}

const AllCheckIns = ({ title, teamIds }: AllProps) => {
  usePageTitle(title)
  return (
    <div class="all-check-ins">
      <h1>{title}</h1>
      {teamIds.map((id) => (
        <CheckIn key={id} teamId={id} isAlone={false} />
      ))}
    </div>
  )
}

const OwnCheckIns = () => <AllCheckIns title={texts.ofMine} teamIds={useOwnTeams()} />

const PinnedCheckIns = () => {
  const teamIds = useWorkspace().pins.teamIds.value
  if (teamIds.length === 0) return <NotFound title={texts.noTeams}>{texts.noTeamsHint}</NotFound>
  return <AllCheckIns title={texts.ofMyTeams} teamIds={teamIds} />
}

/** The check-ins of what the user owns, or of all teams that the user has pinned, one after the other. */
export const CheckIns = () => (onlyMine() ? <OwnCheckIns /> : <PinnedCheckIns />)
