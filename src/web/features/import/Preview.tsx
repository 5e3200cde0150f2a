import { useSignal } from "@preact/signals"
import { newIn, type Planned } from "../../../import/ImportPlan.ts"
import type { Kind } from "../../../import/ImportTree.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import { entityTypes } from "../../../shared/EventTypes.ts"
import { useIncrementalList } from "../../parts/lists/IncrementalList.ts"
import { Status } from "../../parts/status/Status.tsx"
import { formatList } from "../../texts/values/PageFormats.ts"
import type { ImportForm } from "./ImportForm.ts"
import * as texts from "./ImportTexts.ts"

const steps = { initialCount: 20, stepCount: 60 }

/** What an item to be made has besides its title. */
const Details = ({ item: { kind, values } }: { readonly item: Planned }) => {
  const { status, owner, startDate = null, dueDate = null, description, note = "" } = values
  const rest = kind === "progress" ? `${texts.measure(values)} ${note}` : description
  return (
    <>
      {status && <Status status={status} />}{" "}
      {owner && (
        <span class="small-text" dir="auto">
          {owner}
        </span>
      )}{" "}
      <span class="small-text">{texts.periods.periodText({ startDate, dueDate })}</span>
      {kind === "objective" ? <p class="quiet small-text">{rest}</p> : <span class="quiet small-text">{rest}</span>}
    </>
  )
}

interface ItemsProps {
  readonly as: "ul" | "ol"
  readonly items: ReadonlyArray<Planned>
  readonly parent: Planned
}

const Items = ({ as: List, items, parent }: ItemsProps) => {
  const isInTeam = parent.kind === "team"
  return (
    <List>
      {useIncrementalList(items, steps).map((item, at) => {
        const { kind, title, existing, links, below } = item
        const name = <span class={existing && "quiet"}>{title}</span>
        const within =
          kind === "group"
            ? parent.below.filter((one) => one.links.includes(item))
            : below.filter((one) => one.links.length === 0)
        return (
          <li key={at}>
            {isInTeam ? <strong>{name}</strong> : name}{" "}
            {existing === undefined ? <Details item={item} /> : <em class="quiet small-text">{texts.exists}</em>}
            {isInTeam && links.length > 0 && (
              <p class="quiet small-text">{texts.linkedTo(formatList(links.map((link) => link.title)))}</p>
            )}
            {within.length > 0 && <Items as="ul" items={within} parent={item} />}
          </li>
        )
      })}
    </List>
  )
}

/** How many of the items, and of what is below them, are to be made. */
const newCounts = (items: ReadonlyArray<Planned>): string => {
  const made = newIn(items)
  const counts = entityTypes.map((type) => [type, made.filter(({ kind }) => kind === type).length] as const)
  return formatList(counts.flatMap(([kind, count]) => (count > 0 ? texts.countOf(kind, count) : [])))
}

const Contents = ({ team }: { readonly team: Planned }) => {
  const of = (wanted: Kind) => team.below.filter(({ kind }) => kind === wanted)
  const principles = of("principle")
  return (
    <>
      {principles.length > 0 && <Items as="ul" items={principles} parent={team} />}
      <Items as="ol" items={of("objective")} parent={team} />
    </>
  )
}

interface TickProps {
  readonly form: ImportForm
  readonly name: string
  readonly isTaken: boolean
}

/** Leaves a team out, or takes it in again. */
const TeamTick = ({ form: { given }, name, isTaken }: TickProps) => {
  const skippedTeams = (given.value.skippedTeams ?? []).filter((one) => one !== name)
  return (
    <input
      type="checkbox"
      aria-label={texts.takeTeam(name)}
      checked={isTaken}
      onChange={() =>
        (given.value = { ...given.value, skippedTeams: isTaken ? [...skippedTeams, name] : skippedTeams })
      }
    />
  )
}

interface TeamItemProps {
  readonly team: Planned
  readonly form: ImportForm
}

/** One of several teams, closed at first. */
const TeamItem = ({ team, form }: TeamItemProps) => {
  const made = newCounts(team.below)
  const isOpen = useSignal(false)
  return (
    <>
      <TeamTick form={form} name={team.title} isTaken={true} />
      <details class="import-team" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>
          <strong dir="auto">{team.title}</strong>{" "}
          <span class="quiet small-text">
            {team.existing === undefined ? texts.isNew : texts.exists}
            {made && `: ${made}`}
          </span>
        </summary>
        {isOpen.value && <Contents team={team} />}
      </details>
    </>
  )
}

interface Props {
  readonly form: ImportForm
  readonly read: ReadImport
}

/** What will be made, as a tree. */
export const Preview = ({ form, read: { teams, reading } }: Props) => {
  const made = newCounts(teams)
  const shown = useIncrementalList(teams, steps)
  const [only, ...others] = teams
  const { skippedTeams } = reading
  return (
    <section class="import-preview" aria-label={texts.preview}>
      <h2>{made === "" ? texts.nothingNew : texts.previewOf(made)}</h2>
      {others.length === 0 && skippedTeams.length === 0 && only?.existing !== undefined ? (
        <Contents team={only} />
      ) : (
        <ul class="import-teams">
          {shown.map((team) => (
            <li key={team.title}>
              <TeamItem team={team} form={form} />
            </li>
          ))}
          {skippedTeams.map((name) => (
            <li key={name} class="quiet">
              <TeamTick form={form} name={name} isTaken={false} /> <s dir="auto">{name}</s>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
