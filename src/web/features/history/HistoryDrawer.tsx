import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { ChangeNotification } from "../../../domain/ChangeNotification.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import type { HistoryOf } from "../../workspace/Panels.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { EntryList } from "./EntryList.tsx"
import { Filters } from "./Filters.tsx"
import { everything } from "./HistoryFilter.ts"
import { historyList } from "./HistoryList.ts"
import { ofEntity, ofTeam } from "./HistorySources.ts"
import { history } from "./Texts.ts"

const idOf = (of: HistoryOf): string => (of.kind === "team" ? of.teamId : of.entityId)

const concerns = (of: HistoryOf, isWhole: boolean, { entityIds, teamIds }: ChangeNotification): boolean => {
  const [ids, id]: readonly [ReadonlyArray<string> | null, string] = isWhole
    ? [teamIds, of.teamId]
    : [entityIds, idOf(of)]
  return ids === null || ids.includes(id)
}

const Drawer = ({ of }: { readonly of: HistoryOf }) => {
  const { api, panels, session, stream } = useWorkspace()
  // Only an admin may read the log, which alone knows all that happened in a team.
  const isWhole = of.kind === "team" && session.isAdmin.value
  const list = useMemo(() => historyList(isWhole ? ofTeam(api, of.teamId) : ofEntity(api, idOf(of))), [of, isWhole])
  const filter = useSignal(everything)
  useEffect(() => {
    void list.older()
    const look = async (): Promise<void> => {
      await list.look()
      list.show()
    }
    const stops = [stream.onChange((change) => concerns(of, isWhole, change) && void look()), stream.onReset(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [list])
  const hint = history.hints[isWhole ? "whole" : of.kind]
  return (
    <Dialog title={history.title(of.title)} onClose={panels.closeHistory} kind="side">
      {hint !== "" && <p class="quiet small-text">{hint}</p>}
      <Filters filter={filter} entries={list.entries.value ?? []} />
      <EntryList list={list} filter={filter.value} heading={3} />
    </Dialog>
  )
}

/** Slides in at the edge while somebody looks at the history of something. */
export const HistoryDrawer = () => {
  const { panels } = useWorkspace()
  const of = panels.history.value
  return of === undefined ? null : <Drawer of={of} />
}
