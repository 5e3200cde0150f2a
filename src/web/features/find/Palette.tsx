import { useComputed, useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { type Entry, type Found, prepared, search } from "../../parts/search/Search.ts"
import { maxShown, SearchDialog } from "../../parts/search/SearchDialog.tsx"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { suggestions } from "./FindEntries.ts"
import { type FindState, makeFind } from "./FindState.ts"
import * as texts from "./FindTexts.ts"
import { asksForTeam, queryFor, withOneLineACommand } from "./TeamCommands.ts"

interface Props {
  /** What the input has at first. */
  readonly typed: string
  /** What can be done with the objectives that it is opened on. */
  readonly acting: ReadonlyArray<Entry>
  /** The palette is to be closed before what was chosen is done. */
  readonly onChoose: (entry: Entry) => void
  readonly onClose: () => void
}

/** Says that titles are being fetched, that they could not be fetched, or that not all are searched. */
const hintOf = ({ titles, hasFailed }: FindState): string => {
  const body = titles.value
  if (body === undefined) return hasFailed.value ? texts.find.failed : texts.find.loading
  if (hasFailed.value) return texts.find.failedAgain
  return body.complete ? "" : texts.find.searchedPart
}

/** What a query finds; for an empty one, suggestions. */
const foundBy = (find: FindState, acting: ReadonlyArray<Entry>, query: string, chosen: string): Found => {
  const { basics, index, shownTeam } = find
  if (query.trim() !== "") {
    const all = withOneLineACommand(index.value, query, { shownTeam: shownTeam.value, chosen })
    return search([...prepared(acting), ...all], query, maxShown)
  }
  const entries = suggestions([...acting, ...basics.value], shownTeam.value, maxShown)
  return { entries, total: entries.length }
}

/** A dialog that finds everything by its title, and does things by their names. */
export const Palette = ({ typed, acting, onChoose, onClose }: Props) => {
  const find = useFeatureState(makeFind)
  const query = useSignal(typed)
  /** The command whose team is being chosen; empty for none. */
  const command = useSignal("")
  const found = useComputed(() => foundBy(find, acting, query.value, command.value)).value
  useEffect(() => void find.refresh(), [find])
  return (
    <SearchDialog
      title={texts.find.title}
      label={texts.find.label}
      query={query}
      found={found}
      isLoaded={find.titles.value !== undefined}
      hint={hintOf(find)}
      onChoose={(entry) => {
        if (!asksForTeam(entry)) {
          onChoose(entry)
          return
        }
        command.value = entry.id
        query.value = queryFor(entry)
      }}
      onClose={onClose}
    />
  )
}
