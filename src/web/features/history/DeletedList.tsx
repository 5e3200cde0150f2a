import { useEffect } from "preact/hooks"
import { Ago } from "../../parts/Ago.tsx"
import { LoadOlder } from "../../parts/LoadOlder.tsx"
import { useSignal } from "../../parts/Signals.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import * as texts from "../../texts/Texts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { type DeletedEntry, pageSize } from "./BringBack.ts"
import * as history from "./HistoryTexts.ts"
import { nounOf } from "./Nouns.ts"

interface RowProps {
  readonly teamId: string
  readonly entry: DeletedEntry
  /** Says above the list what becomes of the entry, which is not in it any more when it is back. */
  readonly say: (text: string) => void
}

const Row = ({ teamId, entry, say }: RowProps) => {
  const { session, submissions } = useWorkspace()
  const isBusy = useSignal(false)
  const refusal = useSignal("")
  const { type, title, cause, deletedAt, deletedBy, contains } = entry
  const bringBack = async (): Promise<void> => {
    if (isBusy.peek()) return
    isBusy.value = true
    const answer = await submissions.bringBack({ ...entry, teamId }, () => say(texts.deletions.notBackYet))
    isBusy.value = false
    refusal.value = refusalText(answer)
    say(refusal.peek() === "" ? history.isBack(title) : "")
  }
  const below = history.contains(contains)
  return (
    <li class="entry">
      <p class="entry-what">
        <strong>{title}</strong>
        <span class="tag">{nounOf(type)}</span>
      </p>
      <p class="entry-meta">
        <Ago timestamp={deletedAt} text={(ago) => history.deletedBy(cause, deletedBy, ago)} />
        {below !== "" && <span>{below}</span>}
      </p>
      {session.canEdit.value && (
        <span class="entry-actions">
          <button
            type="button"
            class="link"
            aria-disabled={isBusy.value}
            aria-label={history.bringBackOf(title)}
            onClick={() => void bringBack()}
          >
            {history.bringBack}
          </button>
        </span>
      )}
      <p class="trouble" role="alert">
        {refusal.value}
      </p>
    </li>
  )
}

/** What was deleted in a team, newest first, each with a button to bring it back. */
export const DeletedList = ({ teamId }: { readonly teamId: string }) => {
  const { api, stream } = useWorkspace()
  const entries = useSignal<ReadonlyArray<DeletedEntry> | undefined>(undefined)
  const nextBefore = useSignal<number | undefined>(undefined)
  const isLoading = useSignal(false)
  const hasFailed = useSignal(false)
  const said = useSignal("")
  const load = async (before?: number): Promise<void> => {
    isLoading.value = true
    const answer = await api.deleted(teamId, pageSize, before)
    isLoading.value = false
    hasFailed.value = !answer.ok
    if (!answer.ok) return
    entries.value = before === undefined ? answer.value.entries : [...(entries.peek() ?? []), ...answer.value.entries]
    nextBefore.value = answer.value.nextBefore ?? undefined
  }
  useEffect(() => {
    void load()
    return stream.onChange(
      ({ teamIds, eventType }) => {
        if (teamIds.some((id) => id === teamId) && /^(create|delete|restore)_/.test(eventType)) void load()
      },
      () => void load()
    )
  }, [teamId])
  const shown = entries.value ?? []
  return (
    <div class="history" aria-busy={isLoading.value}>
      <p class="quiet small-text">{history.deletedHint}</p>
      <p class="entry-said" role="status">
        {said.value}
      </p>
      <ol>
        {shown.map((entry) => (
          <Row key={entry.id} teamId={teamId} entry={entry} say={(text) => (said.value = text)} />
        ))}
      </ol>
      {entries.value !== undefined && shown.length === 0 && <p class="quiet">{history.deletedNone}</p>}
      <LoadOlder
        isLoading={isLoading.value}
        failure={hasFailed.value ? history.deletedUnreachable : undefined}
        hasMore={entries.value === undefined || nextBefore.value !== undefined}
        isEmpty={shown.length === 0}
        loadOlder={() => load(nextBefore.peek())}
      />
    </div>
  )
}
