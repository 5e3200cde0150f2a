import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useEffect, useMemo } from "preact/hooks"
import { dateOfDay } from "../../../shared/Days.ts"
import { changeSentences } from "../../../shared/words/NetChanges.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { ObjectiveLink } from "../../parts/status/ObjectiveLink.tsx"
import { Status } from "../../parts/status/Status.tsx"
import { pathOf } from "../../session/Route.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { serverToday } from "../../texts/values/Clock.ts"
import { formatDay, formatNumber, pageFormats } from "../../texts/values/PageFormats.ts"
import type { Overview, TeamChanges } from "../../workspace/LiveOverview.ts"
import { changeParts, type StatusFlow, statusFlows } from "./ChangeSentences.ts"
import { sinceDay } from "./OverviewFilter.ts"
import type { OverviewState } from "./OverviewState.ts"
import * as texts from "./OverviewTexts.ts"

/** Teams shown at first. */
const maxTeams = 10

/** Sentences shown of one team. */
const maxSentences = 100

const OfTeam = ({ changes }: { readonly changes: TeamChanges }) => {
  const isOpen = useSignal(false)
  const sentences = isOpen.value ? changeSentences(changes, pageFormats) : []
  const parts = changeParts([changes]).join(", ")
  const count =
    changes.statusChanges.length +
    changes.dueDateChanges.length +
    changes.progressChanges.length +
    changes.wrongWayChanges.length +
    changes.initiativeChanges.length
  const { id, name, color } = changes.team
  return (
    <li style={{ "--color": color }}>
      <a class="of-team" href={pathOf.team(id)}>
        <span dir="auto">{name}</span>
      </a>{" "}
      {count === 0 ? (
        <span>{parts}</span>
      ) : (
        <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
          <summary>{parts}</summary>
          <ul>
            {sentences.slice(0, maxSentences).map(({ text }) => (
              <li key={text} dir="auto">
                {text}
              </li>
            ))}
            {sentences.length > maxSentences && (
              <li class="quiet">{texts.overview.changes.more(sentences.length - maxSentences)}</li>
            )}
          </ul>
        </details>
      )}
    </li>
  )
}

const Flow = ({ flow: { from, to, changes } }: { readonly flow: StatusFlow }) => {
  const isOpen = useSignal(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>
          <Status status={from} /> <Icon name="right" size={12} />
          <span class="hidden">{texts.overview.changes.to}</span> <Status status={to} />{" "}
          <strong>{formatNumber(changes.length)}</strong>
        </summary>
        {isOpen.value && (
          <ul>
            {changes.slice(0, maxSentences).map(({ objectiveId, teamId, title }) => (
              <li key={objectiveId}>
                <ObjectiveLink teamId={teamId} id={objectiveId} title={title} />
              </li>
            ))}
            {changes.length > maxSentences && (
              <li class="quiet">{texts.overview.changes.more(changes.length - maxSentences)}</li>
            )}
          </ul>
        )}
      </details>
    </li>
  )
}

/** How many objectives went from one status to another, worst first; opened, which ones. */
const Flows = ({ teams }: { readonly teams: ReadonlyArray<TeamChanges> }) => {
  const flows = statusFlows(teams)
  if (flows.length === 0) return null
  return (
    <ul class="status-flows" aria-label={texts.overview.changes.flows}>
      {flows.map((flow) => (
        <Flow key={`${flow.from} ${flow.to}`} flow={flow} />
      ))}
    </ul>
  )
}

const List = ({ teams, together }: { readonly teams: ReadonlyArray<TeamChanges>; readonly together: string }) => {
  const isWhole = useSignal(false)
  const shown = isWhole.value ? teams : teams.slice(0, maxTeams)
  if (teams.length === 0) return <p>{texts.overview.changes.none}</p>
  return (
    <>
      <Flows teams={teams} />
      {teams.length > 1 && (
        <p>
          <strong>{together}</strong> {changeParts(teams).join(", ")}
        </p>
      )}
      <ul class="team-changes">
        {shown.map((changes) => (
          <OfTeam key={changes.team.id} changes={changes} />
        ))}
      </ul>
      {shown.length < teams.length && (
        <button type="button" class="small" onClick={() => (isWhole.value = true)}>
          {texts.overview.changes.moreTeams(teams.length - shown.length)}
        </button>
      )}
    </>
  )
}

interface SinceProps {
  readonly overview: Overview
  /** As in `Overview.changesSince`. */
  readonly since: string
  readonly title: ComponentChildren
  readonly isShown: (teamId: string) => boolean
  /** The name of the line for all teams together. */
  readonly together: string
}

/** What has changed since a day or a position of the log, team by team. */
export const Since = ({ overview, since, title, isShown, together }: SinceProps) => {
  const changes = useMemo(() => overview.changesSince(since), [overview, since])
  useEffect(changes.follow, [changes])
  const [body, failure] = [changes.value.value, changes.failure.value]
  return (
    <section class="changes" aria-labelledby="changes">
      <h2 id="changes">{title}</h2>
      {body !== undefined && <List teams={body.teams.filter(({ team }) => isShown(team.id))} together={together} />}
      {body === undefined && failure === undefined && (
        <p class="quiet" role="status">
          {texts.overview.changes.loading}
        </p>
      )}
      {body === undefined && failure !== undefined && (
        <p role="alert">
          {failureText(failure)}{" "}
          <button type="button" class="small" onClick={changes.refresh}>
            {texts.common.retry}
          </button>
        </p>
      )}
    </section>
  )
}

/** What has changed since the day that the filter names, team by team. */
export const Changes = ({ state }: { readonly state: OverviewState }) => {
  const today = serverToday()
  const day = sinceDay(state.filter.value.since, today)
  if (day === null) return null
  if (day > today) return <p class="changes">{texts.overview.changes.inFuture}</p>
  const date = dateOfDay(day)
  const { team } = state.filter.value
  const title = (
    <>
      {texts.overview.changes.title(formatDay(date))}{" "}
      <span class="quiet small-text">{texts.overview.changes.hint}</span>
    </>
  )
  return (
    <Since
      key={date}
      overview={state.overview}
      since={date}
      title={title}
      isShown={(id) => team === "" || id === team}
      together={texts.overview.changes.all}
    />
  )
}
