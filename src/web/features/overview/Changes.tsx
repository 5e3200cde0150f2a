import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { changeSentences } from "../../../shared/ChangeSentences.ts"
import { pathOf } from "../../session/Route.ts"
import { todayUtc } from "../../texts/Clock.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { formatDay, utcDateOf } from "../../texts/Formats.ts"
import type { TeamChanges } from "../../workspace/Overview.ts"
import { changeParts } from "./ChangeSentences.ts"
import { sinceDay } from "./OverviewFilter.ts"
import type { OverviewState } from "./OverviewState.ts"
import * as texts from "./OverviewTexts.ts"

/** Teams shown at first. */
const maxTeams = 10

/** Sentences shown of one team. */
const maxSentences = 100

const OfTeam = ({ changes }: { readonly changes: TeamChanges }) => {
  const isOpen = useSignal(false)
  const sentences = isOpen.value ? changeSentences(changes, formatDay) : []
  const parts = changeParts([changes]).join(", ")
  const count = changes.statusChanges.length + changes.dueDateChanges.length + changes.progressChanges.length
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
            {sentences.slice(0, maxSentences).map((sentence) => (
              <li key={sentence} dir="auto">
                {sentence}
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

const List = ({ teams }: { readonly teams: ReadonlyArray<TeamChanges> }) => {
  const isWhole = useSignal(false)
  const shown = isWhole.value ? teams : teams.slice(0, maxTeams)
  if (teams.length === 0) return <p>{texts.overview.changes.none}</p>
  return (
    <>
      {teams.length > 1 && (
        <p>
          <strong>{texts.overview.changes.all}</strong> {changeParts(teams).join(", ")}
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

const Since = ({ state, date }: { readonly state: OverviewState; readonly date: string }) => {
  const { team } = state.filter.value
  const changes = useMemo(() => state.overview.changesSince(date), [state, date])
  useEffect(changes.follow, [changes])
  const [body, failure] = [changes.value.value, changes.failure.value]
  return (
    <section class="changes" aria-labelledby="changes">
      <h2 id="changes">{texts.overview.changes.title(formatDay(date))}</h2>
      <p class="quiet small-text">{texts.overview.changes.hint}</p>
      {body !== undefined && <List teams={body.teams.filter(({ team: { id } }) => team === "" || id === team)} />}
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
  const today = todayUtc()
  const day = sinceDay(state.filter.value.since, today)
  if (day === null) return null
  if (day > today) return <p class="changes">{texts.overview.changes.inFuture}</p>
  const date = utcDateOf(day)
  return <Since key={date} state={state} date={date} />
}
