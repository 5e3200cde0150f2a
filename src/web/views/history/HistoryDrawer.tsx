import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { ChangeNotification } from "../../../domain/ChangeNotification.ts"
import { onChange, onReset } from "../../live/Live.ts"
import { everything } from "../../model/HistoryFilter.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { historyList } from "../../state/HistoryList.ts"
import { closeHistory, type HistoryOf, historyOf } from "../../state/HistoryPanel.ts"
import { ofEntity, ofTeam } from "../../state/HistorySources.ts"
import { isAdmin } from "../../state/Session.ts"
import { history } from "../../texts/LookingBack.ts"
import { EntryList } from "./EntryList.tsx"
import { Filters } from "./Filters.tsx"

const idOf = (of: HistoryOf): string => (of.kind === "team" ? of.teamId : of.entityId)

const concerns = (of: HistoryOf, isWhole: boolean, { entityIds, teamIds }: ChangeNotification): boolean => {
  const [ids, id]: readonly [ReadonlyArray<string> | null, string] = isWhole
    ? [teamIds, of.teamId]
    : [entityIds, idOf(of)]
  return ids === null || ids.includes(id)
}

const Drawer = ({ of }: { readonly of: HistoryOf }) => {
  // Only an admin may read the log, which alone knows all that happened in a team.
  const isWhole = of.kind === "team" && isAdmin.value
  const list = useMemo(() => historyList(isWhole ? ofTeam(of.teamId) : ofEntity(idOf(of))), [of, isWhole])
  const filter = useSignal(everything)
  useEffect(() => {
    void list.older()
    const look = async (): Promise<void> => {
      await list.look()
      list.show()
    }
    const stops = [onChange((change) => concerns(of, isWhole, change) && void look()), onReset(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [list])
  const hint = history.hints[isWhole ? "whole" : of.kind]
  return (
    <Dialog title={history.title(of.title)} onClose={closeHistory} kind="side">
      {hint !== "" && <p class="quiet small-text">{hint}</p>}
      <Filters filter={filter} entries={list.entries.value ?? []} />
      <EntryList list={list} filter={filter.value} heading={3} />
    </Dialog>
  )
}

/** Slides in at the edge while somebody looks at the history of something. */
export const HistoryDrawer = () => {
  const of = historyOf.value
  return of === undefined ? null : <Drawer of={of} />
}
