import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { DeletedPage } from "../../../domain/views/Deleted.ts"
import { rowOf } from "../../../shared/EventTypes.ts"
import { useFormState } from "../../parts/fields/FormState.ts"
import { LoadOlder } from "../../parts/lists/LoadOlder.tsx"
import { pagedList } from "../../parts/lists/PagedList.ts"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { refusalText } from "../../texts/FailureTexts.ts"
import { makePeople } from "../../workspace/People.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as history from "./HistoryTexts.ts"

type DeletedEntry = DeletedPage["entries"][number]

const pageSize = 100

interface RowProps {
  readonly teamId: string
  readonly entry: DeletedEntry
  /** Says above the list what becomes of the entry, which is not in it any more when it is back. */
  readonly say: (text: string) => void
}

const Row = ({ teamId, entry, say }: RowProps) => {
  const { outbox, session } = useWorkspace()
  const { called } = useFeatureState(makePeople)
  const { type, id, parentId, asOf, title, cause, deletedAt, deletedBy, contains } = entry
  const form = useFormState(async () => {
    const body = { eventType: `create_${type}`, targetId: parentId, data: { id, asOf } } as const
    const refusal = refusalText(await outbox.submit(body, { teamId }))
    say(refusal === "" ? history.isBack(title) : "")
    return refusal
  })
  const below = history.contains(contains)
  return (
    <li class="entry">
      <p class="entry-what">
        <strong>{title}</strong>
        <span class="tag">{rowOf(type).noun}</span>
      </p>
      <p class="entry-meta">
        <TimeAgo timestamp={deletedAt} text={(ago) => history.deletedBy(cause, called(deletedBy), ago)} />
        {below !== "" && <span>{below}</span>}
      </p>
      {session.canEdit.value && (
        <form class="entry-actions" onSubmit={form.onSubmit}>
          <button type="submit" class="link" aria-disabled={form.isBusy.value} aria-label={history.bringBackOf(title)}>
            {history.bringBack}
          </button>
        </form>
      )}
      <p class="trouble" role="alert">
        {form.error.value}
      </p>
    </li>
  )
}

/** What was deleted in a team, newest first, each with a button to bring it back. */
export const DeletedList = ({ teamId }: { readonly teamId: string }) => {
  const { api, stream } = useWorkspace()
  const list = useMemo(() => pagedList((before) => api.deleted(teamId, pageSize, before)), [teamId])
  const said = useSignal("")
  useEffect(() => {
    void list.reload()
    return stream.onChange(({ teamIds, eventType }) => {
      if (teamIds.some((id) => id === teamId) && /^(create|delete|restore)_/.test(eventType)) void list.reload()
    }, list.reload)
  }, [list])
  const entries = list.entries.value
  return (
    <div class="history" aria-busy={list.isLoading.value}>
      <p class="quiet small-text">{history.deletedHint}</p>
      <p class="entry-said" role="status">
        {said.value}
      </p>
      <ol>
        {entries?.map((entry) => (
          <Row key={entry.id} teamId={teamId} entry={entry} say={(text) => (said.value = text)} />
        ))}
      </ol>
      {entries?.length === 0 && <p class="quiet">{history.deletedNone}</p>}
      <LoadOlder list={list} unreachable={history.deletedUnreachable} isEmpty={!entries?.length} />
    </div>
  )
}
