import { computed, type ReadonlySignal, signal } from "@preact/signals"
import type { TitlesBody } from "../../../domain/views/TitleIndex.ts"
import { addressOf } from "../../contract/Call.ts"
import { bodyOf } from "../../contract/Http.ts"
import { type Entry, inOrder, type Prepared, prepared, type SearchIndex } from "../../parts/search/Search.ts"
import { theme } from "../../session/PageTheme.ts"
import { moment, route, teamIn } from "../../session/Route.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { commandEntries, teamEntries, titleEntries } from "./FindEntries.ts"
import { titleChanges, withTeams } from "./TitleChanges.ts"

export interface FindState {
  /** What can be found now. */
  readonly index: ReadonlySignal<SearchIndex>
  /** The commands and teams among it. */
  readonly basics: ReadonlySignal<ReadonlyArray<Entry>>
  readonly shownTeam: ReadonlySignal<string>
  /** The titles fetched last; undefined before the first time. */
  readonly titles: ReadonlySignal<TitlesBody | undefined>
  readonly hasFailed: ReadonlySignal<boolean>
  /** Fetches the titles again if any has changed outside of the loaded teams. Until then the earlier ones are used. */
  readonly refresh: () => Promise<void>
}

/** The time limit of a request for titles, which may have 8 MB. */
const timeoutMs = 60_000

/** How many titles are prepared before the clock is read. */
const entriesPerStep = 250

/** How long titles are prepared in one task, so that the page stays responsive. */
const maxTaskMs = 12

/** The state of the search, kept with the workspace, so that it opens with what was fetched before. */
export const makeFind = (workspace: Workspace): FindState => {
  const { api, lifetime, session, teams } = workspace
  const changes = titleChanges(workspace)
  const titles = signal<TitlesBody | undefined>(undefined)
  const hasFailed = signal(false)
  const preparedTitles = signal<ReadonlyArray<Prepared>>([])
  let etag = ""
  let running: Promise<void> | undefined

  const prepare = async (body: TitlesBody): Promise<void> => {
    const entries = titleEntries(body)
    const done: Array<Prepared> = []
    let end = performance.now() + maxTaskMs
    for (let at = 0; at < entries.length; at += entriesPerStep) {
      done.push(...prepared(entries.slice(at, at + entriesPerStep)))
      if (performance.now() < end) continue
      await lifetime.sleep(0)
      end = performance.now() + maxTaskMs
    }
    preparedTitles.value = done
    titles.value = body
  }

  const fetchTitles = async (): Promise<void> => {
    const sent = await api.send(addressOf("GET /api/titles"), {
      headers: etag === "" ? {} : { "if-none-match": etag },
      signal: AbortSignal.timeout(timeoutMs)
    })
    const isSame = sent.ok && sent.value.status === 304
    const body = isSame ? undefined : await lifetime.within(bodyOf<TitlesBody>(sent))
    hasFailed.value = body?.ok === false
    if (hasFailed.peek()) changes.giveBack()
    if (!sent.ok || !body?.ok) return
    etag = sent.value.headers.get("etag") ?? ""
    await prepare(body.value)
  }

  /** Takes the changed titles from loaded teams; returns false if that is not enough. */
  const isUpdated = async (): Promise<boolean> => {
    const [body, changed] = [titles.peek(), changes.take()]
    if (changed === undefined || body === undefined || hasFailed.peek()) return false
    if (changed.size === 0) return true
    const loaded = [...changed].map(teams.of)
    if (!body.complete || loaded.some((team) => team.body.peek() === undefined)) return false
    await Promise.all(loaded.map((team) => team.refresh()))
    if (loaded.some((team) => team.failure.peek() !== undefined)) return false
    const next = withTeams(body, loaded)
    // These titles are not those of any response, so no ETag belongs to them.
    etag = ""
    await prepare(next)
    return true
  }

  const update = async (): Promise<void> => {
    if (!(await isUpdated())) await fetchTitles()
  }

  const shownTeam = computed(() => teamIn(route.value) ?? "")
  const basics = computed(() => {
    const known = titles.value?.teams ?? teams.list.value ?? []
    const context = {
      canEdit: session.canEdit.value && moment.value === "",
      isAdmin: session.isAdmin.value,
      theme: theme.value,
      shownTeam: shownTeam.value
    }
    return [...teamEntries(known), ...commandEntries(known, context)]
  })
  return {
    index: computed(() => inOrder([...prepared(basics.value), ...preparedTitles.value])),
    basics,
    shownTeam,
    titles,
    hasFailed,
    refresh: () => {
      running ??= update().finally(() => {
        running = undefined
      })
      return running
    }
  }
}
