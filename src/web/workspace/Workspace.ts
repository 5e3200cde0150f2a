import type { ReadonlySignal } from "@preact/signals"
import { type Api, makeApi } from "../contract/Api.ts"
import type { Send } from "../contract/Http.ts"
import { fail } from "../contract/Result.ts"
import type { Stream } from "../live/StreamMessages.ts"
import type { Session } from "../session/Session.ts"
import { type Actors, makeActors } from "./Actors.ts"
import { type Deletions, makeDeletions } from "./Deletions.ts"
import { makeDraftStorage } from "./DraftStorage.ts"
import { type Drafts, makeDrafts } from "./Drafts.ts"
import type { Field } from "./Field.ts"
import { type Flashes, makeFlashes } from "./Flashes.ts"
import { followChanges } from "./Following.ts"
import { type After, type Lifetime, makeLifetime } from "./Lifetime.ts"
import { makeOrphans } from "./Orphans.ts"
import type { PageStorage } from "./PageStorage.ts"
import { makePanels, type Panels } from "./Panels.ts"
import { makeSubmissions, type Submissions } from "./Submissions.ts"
import { makeTeams, type Teams } from "./Teams.ts"
import { makeToasts, type Toasts } from "./Toasts.ts"
import { makeUnsent, type UnsentTexts } from "./Unsent.ts"

/** Where a workspace meets the browser and the server. */
export interface Surroundings {
  readonly session: Session
  readonly send: Send
  readonly stream: Stream
  readonly storage: PageStorage
  readonly after: After
  readonly newId: () => string
  /** The team somebody looks at. */
  readonly shownTeam: () => string | undefined
}

/** All the page holds for one user. */
export interface Workspace {
  readonly userId: string
  readonly session: Session
  readonly stream: Stream
  readonly newId: () => string
  /** Sends while its user is signed in; after the workspace's end no answer comes either. */
  readonly api: Api
  readonly lifetime: Lifetime
  readonly toasts: Toasts
  readonly teams: Teams
  readonly submissions: Submissions
  readonly drafts: Drafts
  readonly deletions: Deletions
  readonly flashes: Flashes
  readonly actors: Actors
  readonly unsent: UnsentTexts
  readonly panels: Panels
  /** Fields of drafts that have no place to stand in any more. */
  readonly orphans: ReadonlySignal<ReadonlyArray<Field>>
  /** Fetches all that may have changed. */
  readonly refreshAll: () => void
  /** What a feature keeps for this user: made when it is asked for first, and gone with the workspace. */
  readonly own: <A>(make: (workspace: Workspace) => A) => A
  /** Nothing it has begun goes on. */
  readonly dispose: () => void
}

/** What was kept for the user is taken up at once. */
export const makeWorkspace = (userId: string, surroundings: Surroundings): Workspace => {
  const { session, send, stream, storage, after, newId, shownTeam } = surroundings
  const lifetime = makeLifetime(after)
  const api = makeApi(async (path, request) => {
    if (lifetime.isOver()) return new Promise(() => undefined)
    // Whoever is just signing in has a cookie before the page knows who it is.
    if (session.who.peek() === undefined) return fail({ kind: "signedOut" })
    const answer = await lifetime.within(send(path, request))
    if (!answer.ok && answer.failure.kind === "signedOut") session.end()
    return answer
  }, lifetime.within)
  const toasts = makeToasts(lifetime, newId)
  const flashes = makeFlashes(lifetime)
  const actors = makeActors()
  const teams = makeTeams(api, lifetime)
  const submissions = makeSubmissions({ userId, session, api, teams, kept: storage.session, lifetime, newId })
  const drafts = makeDrafts({
    submit: submissions.ofDraft,
    storage: makeDraftStorage(userId, storage),
    lifetime,
    newId,
    isSignedIn: () => session.who.peek() !== undefined,
    onApplied: flashes.end
  })
  const owned = new Map<unknown, unknown>()
  const workspace: Workspace = {
    userId,
    session,
    stream,
    newId,
    api,
    lifetime,
    toasts,
    teams,
    submissions,
    drafts,
    deletions: makeDeletions({ api, teams, toasts, lifetime, newId }),
    flashes,
    actors,
    unsent: makeUnsent(userId, storage.session, lifetime),
    panels: makePanels(),
    orphans: makeOrphans(drafts, teams, lifetime),
    refreshAll: followChanges({ session, shownTeam, stream, teams, drafts, actors, flashes, lifetime }),
    own: <A>(make: (workspace: Workspace) => A): A => {
      if (!owned.has(make)) owned.set(make, make(workspace))
      return owned.get(make) as A
    },
    dispose: lifetime.end
  }
  void drafts.adopt()
  return workspace
}
