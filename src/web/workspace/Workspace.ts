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
import { followChanges } from "./FollowChanges.ts"
import { type Lifetime, makeLifetime, type RunAfter } from "./Lifetime.ts"
import { makeOrphanedDrafts, makeOrphanedPlaces } from "./OrphanedDrafts.ts"
import type { PageStorage } from "./PageStorage.ts"
import { makePanels, type Panels } from "./Panels.ts"
import { makePins, type Pins } from "./Pins.ts"
import { makeSubmissions, type Submissions } from "./Submissions.ts"
import { makeTeams, type Teams } from "./Teams.ts"
import { makeToasts, type Toasts } from "./Toasts.ts"
import { makeUndo, type Undo } from "./Undo.ts"
import { makeUndoEdits } from "./UndoEdits.ts"
import { makeUnsentInputs, type UnsentInputs } from "./UnsentInputs.ts"

/** What a workspace needs from the browser and the server. */
export interface Environment {
  readonly session: Session
  readonly send: Send
  readonly stream: Stream
  readonly storage: PageStorage
  readonly after: RunAfter
  readonly newId: () => string
  /** The id of the team the page shows. */
  readonly shownTeam: () => string | undefined
}

/** Everything the page keeps for one user. */
export interface Workspace {
  readonly userId: string
  readonly session: Session
  readonly stream: Stream
  readonly newId: () => string
  readonly storage: PageStorage
  /** Sends only while its user is signed in. After `dispose` nothing is sent and no answer is delivered. */
  readonly api: Api
  readonly lifetime: Lifetime
  readonly toasts: Toasts
  readonly teams: Teams
  readonly submissions: Submissions
  readonly drafts: Drafts
  readonly deletions: Deletions
  readonly undo: Undo
  readonly flashes: Flashes
  readonly actors: Actors
  readonly unsent: UnsentInputs
  readonly panels: Panels
  readonly pins: Pins
  /** Fields of drafts whose entity is deleted. */
  readonly orphanedFields: ReadonlySignal<ReadonlyArray<Field>>
  /** Places of unsent inputs whose team, objective or group is deleted. */
  readonly orphanedPlaces: ReadonlySignal<ReadonlyArray<string>>
  /** Refreshes everything loaded. */
  readonly refreshAll: () => void
  /** A feature's state for this user: made by `make` on the first call with it, and dropped with the workspace. */
  readonly featureState: <A>(make: (workspace: Workspace) => A) => A
  /** Ends all its timers, listeners and requests. */
  readonly dispose: () => void
}

/** Takes over the drafts stored for the user at once. */
export const makeWorkspace = (userId: string, environment: Environment): Workspace => {
  const { session, send, stream, storage, after, newId, shownTeam } = environment
  const lifetime = makeLifetime(after)
  const api = makeApi(async (path, request) => {
    if (lifetime.isOver()) return new Promise(() => undefined)
    // During a sign-in the browser has a cookie before the page knows whose it is.
    const user = session.user.peek()
    if (user === undefined) return fail({ kind: "signedOut" })
    const answer = await lifetime.within(send(path, request))
    // After another sign-in, a late answer to a session before says nothing.
    if (!answer.ok && answer.failure.kind === "signedOut" && session.user.peek() === user) session.expire()
    return answer
  }, lifetime.within)
  const toasts = makeToasts(lifetime, newId)
  const flashes = makeFlashes(lifetime)
  const actors = makeActors()
  const teams = makeTeams(api, lifetime, stream.connection)
  const pins = makePins(userId, storage.local, teams, toasts)
  const undo = makeUndo(toasts, lifetime)
  const submissions = makeSubmissions({ userId, session, api, teams, storage: storage.session, lifetime, newId, undo })
  const isSignedIn = (): boolean => session.user.peek() !== undefined
  const undoEdit = makeUndoEdits(undo, () => drafts)
  const drafts: Drafts = makeDrafts({
    submit: (...draft) => undo.awaiting(submissions.submitDraft(...draft)),
    storage: makeDraftStorage(userId, storage),
    lifetime,
    newId,
    isSignedIn,
    onApplied: (field, edit) => {
      flashes.end(field)
      undoEdit(field, edit)
      void pins.offer(field.teamId)
    }
  })
  const unsent = makeUnsentInputs({
    userId,
    storage: storage.session,
    lifetime,
    create: submissions.create,
    isSignedIn
  })
  const featureStates = new Map<unknown, unknown>()
  const workspace: Workspace = {
    userId,
    session,
    stream,
    newId,
    storage,
    api,
    lifetime,
    toasts,
    teams,
    submissions,
    drafts,
    deletions: makeDeletions({ submissions, toasts, undo }),
    undo,
    flashes,
    actors,
    unsent,
    panels: makePanels(),
    pins,
    orphanedFields: makeOrphanedDrafts(drafts, teams, lifetime),
    orphanedPlaces: makeOrphanedPlaces(unsent, teams),
    refreshAll: followChanges({ session, shownTeam, stream, teams, drafts, unsent, actors, flashes, lifetime }),
    featureState: <A>(make: (workspace: Workspace) => A): A => {
      if (!featureStates.has(make)) featureStates.set(make, make(workspace))
      return featureStates.get(make) as A
    },
    dispose: lifetime.end
  }
  void drafts.adoptStored()
  return workspace
}
