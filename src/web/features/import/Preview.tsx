import { useSignal } from "@preact/signals"
import type { Kind } from "../../../import/ImportTree.ts"
import type { Note } from "../../../import/Notes.ts"
import { newIn, type Planned } from "../../../import/Plan.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import { entityTypes } from "../../../shared/EventTypes.ts"
import { Icon } from "../../parts/Icon.tsx"
import { useIncrementalList } from "../../parts/IncrementalList.ts"
import { Status } from "../../parts/Status.tsx"
import { formatDay, formatList } from "../../texts/Formats.ts"
import * as texts from "./ImportTexts.ts"

const steps = { initialCount: 20, stepCount: 60 }

/** What an item to be made has besides its title. */
const Details = ({ item: { kind, values } }: { readonly item: Planned }) => {
  const { status, dueDate, description, note = "" } = values
  const rest = kind === "progress" ? `${texts.measure(values)} ${note}` : description
  return (
    <>
      {status && <Status status={status} />}{" "}
      {dueDate && <span class="small-text">{texts.due(formatDay(dueDate))}</span>}
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

interface NoteListProps {
  readonly notes: ReadonlyArray<Note>
  readonly shown: ReadonlyArray<Note>
}

const NoteList = ({ notes, shown }: NoteListProps) => (
  <section class="notice import-notes" aria-labelledby="import-notes">
    <h3 id="import-notes">
      <Icon name="warning" /> {texts.issues(notes.length)}
    </h3>
    <ul>
      {shown.map(({ text, rows, isLoss }) => (
        <li key={text} class={isLoss ? "loss" : undefined}>
          {text} <span class="quiet">{texts.inRows(rows)}</span>
        </li>
      ))}
    </ul>
  </section>
)

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

/** One of several teams, closed at first. */
const TeamItem = ({ team }: { readonly team: Planned }) => {
  const made = newCounts(team.below)
  const isOpen = useSignal(false)
  return (
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
  )
}

/** What will be made, as a tree, after what was unclear. */
export const Preview = ({ read: { teams, notes } }: { readonly read: ReadImport }) => {
  const made = newCounts(teams)
  const shown = useIncrementalList(teams, steps)
  const shownNotes = useIncrementalList(notes, steps)
  const [only, ...others] = teams
  return (
    <>
      {notes.length > 0 && <NoteList notes={notes} shown={shownNotes} />}
      <section class="import-preview" aria-label={texts.preview}>
        <h3>{made === "" ? texts.nothingNew : texts.previewOf(made)}</h3>
        {others.length === 0 && only?.existing !== undefined ? (
          <Contents team={only} />
        ) : (
          shown.map((team, at) => <TeamItem key={at} team={team} />)
        )}
      </section>
    </>
  )
}
