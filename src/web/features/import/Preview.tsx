import { Icon } from "../../parts/Icon.tsx"
import { useIncrementalList } from "../../parts/IncrementalList.ts"
import { useSignal } from "../../parts/Signals.ts"
import { Status } from "../../parts/Status.tsx"
import { formatDay, formatList, formatNumber } from "../../texts/Formats.ts"
import { kinds } from "./Kinds.ts"
import {
  type Counts,
  countsOf,
  type Plan,
  type Planned,
  type PlannedInitiative,
  type PlannedObjective
} from "./Plan.ts"
import type { ReadImport, TeamPlan } from "./ReadImport.ts"
import * as texts from "./Texts.ts"
import type { Measure, Note } from "./Things.ts"

const steps = { initialCount: 20, stepCount: 60 }

/** The indices of a list, of which more and more are rendered. */
const useIndices = (list: ReadonlyArray<unknown>): ReadonlyArray<number> =>
  useIncrementalList(
    list.map((_, at) => String(at)),
    steps
  ).map(Number)

const Title = ({ of: { title, existing } }: { readonly of: Planned<{ readonly title: string }> }) => (
  <>
    <span class={existing === undefined ? undefined : "quiet"}>{title}</span>{" "}
    {existing !== undefined && <em class="quiet small-text">{texts.isThere}</em>}
  </>
)

const InitiativeItem = ({ initiative }: { readonly initiative: PlannedInitiative }) => (
  <li>
    <Title of={initiative} /> {initiative.existing === undefined && <Status status={initiative.status} />}
  </li>
)

const MeasureItem = ({ measure }: { readonly measure: Planned<Measure> }) => {
  const { start, target, value, unit, confidence, note, existing } = measure
  const numbers = texts.measure(formatNumber(start), formatNumber(target), formatNumber(value), unit, confidence)
  return (
    <li>
      <Title of={measure} />{" "}
      {existing === undefined && (
        <span class="quiet small-text">
          {numbers} {note}
        </span>
      )}
    </li>
  )
}

const ObjectiveItem = ({ plan, objective }: { readonly plan: Plan; readonly objective: PlannedObjective }) => {
  const { status, dueDate, description, existing, links, groups, initiatives, measures } = objective
  const principles = links.flatMap((index) => plan.principles[index]?.title ?? [])
  /** The initiatives of a group, or those without one. */
  const initiativesOf = (group: number | undefined) =>
    initiatives.map(
      (initiative, at) => initiative.group === group && <InitiativeItem key={at} initiative={initiative} />
    )
  return (
    <li>
      <strong>
        <Title of={objective} />
      </strong>{" "}
      {existing === undefined && (
        <>
          <Status status={status} />{" "}
          {dueDate !== null && <span class="small-text">{texts.due(formatDay(dueDate))}</span>}
          <p class="quiet small-text">{description}</p>
        </>
      )}
      {principles.length > 0 && <p class="quiet small-text">{texts.linkedTo(formatList(principles))}</p>}
      <ul>
        {groups.map((group, at) => (
          <li key={at}>
            <Title of={group} />
            <ul>{initiativesOf(at)}</ul>
          </li>
        ))}
        {initiativesOf(undefined)}
        {measures.map((measure, at) => (
          <MeasureItem key={at} measure={measure} />
        ))}
      </ul>
    </li>
  )
}

const NoteList = ({ notes }: { readonly notes: ReadonlyArray<Note> }) => (
  <section class="notice import-notes" aria-labelledby="import-notes">
    <h3 id="import-notes">
      <Icon name="warning" /> {texts.unclear(notes.length)}
    </h3>
    <ul>
      {useIndices(notes).map((index) => {
        const { text, rows, isLoss } = notes[index]!
        return (
          <li key={index} class={isLoss ? "loss" : undefined}>
            {text} <span class="quiet">{texts.inRows(rows)}</span>
          </li>
        )
      })}
    </ul>
  </section>
)

/** The names of how many things are to be made. */
const madeOf = (counts: Counts): ReadonlyArray<string> =>
  kinds.filter((kind) => counts[kind] > 0).map((kind) => texts.countOf(kind, counts[kind]))

const newTeams = (teams: ReadonlyArray<TeamPlan>): number => teams.filter(({ id }) => id === undefined).length

/** How many things are to be made, teams included. */
export const sumOf = (teams: ReadonlyArray<TeamPlan>): number =>
  teams.reduce((sum, { plan }) => Object.values(countsOf(plan)).reduce((all, one) => all + one, sum), newTeams(teams))

const totalOf = (teams: ReadonlyArray<TeamPlan>): ReadonlyArray<string> => {
  const total: Record<(typeof kinds)[number], number> = {
    principle: 0,
    objective: 0,
    group: 0,
    initiative: 0,
    measure: 0
  }
  for (const { plan } of teams) {
    const counts = countsOf(plan)
    for (const kind of kinds) total[kind] += counts[kind]
  }
  const made = newTeams(teams)
  return [...(made > 0 ? [texts.countOf("team", made)] : []), ...madeOf(total)]
}

const PlanTree = ({ plan }: { readonly plan: Plan }) => {
  const { principles, objectives } = plan
  const shown = useIndices(objectives)
  return (
    <>
      {principles.length > 0 && (
        <ul>
          {principles.map((principle, at) => (
            <li key={at}>
              <strong>
                <Title of={principle} />
              </strong>{" "}
              <span class="quiet small-text">{principle.description}</span>
            </li>
          ))}
        </ul>
      )}
      <ol>
        {shown.map((index) => {
          const objective = objectives[index]
          return objective !== undefined && <ObjectiveItem key={index} plan={plan} objective={objective} />
        })}
      </ol>
    </>
  )
}

/** One of several teams, closed at first. */
const TeamItem = ({ team: { id, name, plan } }: { readonly team: TeamPlan }) => {
  const made = madeOf(countsOf(plan))
  const isOpen = useSignal(false)
  return (
    <details class="import-team" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>
        <strong dir="auto">{name}</strong>{" "}
        <span class="quiet small-text">
          {id === undefined ? texts.isNew : texts.isThere}
          {made.length > 0 && `: ${formatList(made)}`}
        </span>
      </summary>
      {isOpen.value && <PlanTree plan={plan} />}
    </details>
  )
}

/** What will be made, as a tree, after what was unclear. */
export const Preview = ({ read: { teams, notes } }: { readonly read: ReadImport }) => {
  const made = totalOf(teams)
  const shown = useIndices(teams)
  const [first, ...others] = teams
  const isOne = others.length === 0 && first?.id !== undefined
  return (
    <>
      {notes.length > 0 && <NoteList notes={notes} />}
      <section class="import-preview" aria-label={texts.preview}>
        <h3>{made.length === 0 ? texts.nothingNew : texts.willBeMade(formatList(made))}</h3>
        {isOne ? (
          <PlanTree plan={first.plan} />
        ) : (
          shown.map((index) => {
            const team = teams[index]
            return team !== undefined && <TeamItem key={index} team={team} />
          })
        )}
      </section>
    </>
  )
}
