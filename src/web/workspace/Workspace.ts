import { replacedBy } from "../../shared/FieldEdits.ts"
import type { Send } from "../contract/Http.ts"
import { type Api, makeApi } from "../contract/PageApi.ts"
import { fail } from "../contract/Result.ts"
import type { Stream } from "../live/StreamMessages.ts"
import type { Session } from "../session/PageSession.ts"
import * as texts from "../texts/SharedTexts.ts"
import { type Actors, makeActors } from "./Actors.ts"
import { type Deletions, makeDeletions } from "./Deletions.ts"
import { nameOf } from "./Field.ts"
import { nounOfField } from "./FieldRows.ts"
import { type Flashes, makeFlashes } from "./Flashes.ts"
import { type Lifetime, makeLifetime, type RunAfter } from "./Lifetime.ts"
import { followChanges } from "./live/FollowChanges.ts"
import { makeOutbox, type Outbox } from "./outbox/Outbox.ts"
import type { PageStorage } from "./PageStorage.ts"
import { makePanels, type Panels } from "./Panels.ts"
import { makePins, type Pins } from "./Pins.ts"
import { makeTakeBack, type TakeBack } from "./TakeBack.ts"
import { makeTeams, type Teams } from "./Teams.ts"
import { makeToasts, type Toasts } from "./Toasts.ts"
import { makeUndo, type Undo } from "./Undo.ts"

/** What a workspace needs from the browser and the server. */
interface Environment {
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
  readonly outbox: Outbox
  readonly deletions: Deletions
  readonly undo: Undo
  readonly takeBack: TakeBack
  readonly flashes: Flashes
  readonly actors: Actors
  readonly panels: Panels
  readonly pins: Pins
  /** Refreshes everything loaded. */
  readonly refreshAll: () => void
  /** A feature's state for this user: made by `make` on the first call with it, and dropped with the workspace. */
  readonly featureState: <A>(make: (workspace: Workspace) => A) => A
  /** Ends all its timers, listeners and requests. */
  readonly dispose: () => void
}

/** Takes over at once what is stored for the user. */
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
  const takeBack = makeTakeBack({ api, lifetime, batches: () => outbox.batches, toasts, newId })
  const outbox: Outbox = makeOutbox({
    ...{ userId, storage, lifetime, teams, newId },
    submit: async (submission) => {
      const answer = await api.submit(submission)
      // The role may have been taken away.
      if (!answer.ok && answer.failure.kind === "refused" && answer.failure.status === 403) void session.refresh()
      return answer
    },
    onEdited: (field, { sequenceNumber, changeSet, value }) => {
      flashes.end(field)
      const subject = changeSet?.name ?? texts.undo.changeOf(nounOfField(nameOf(field)))
      undo.remember({ sequenceNumber, changeSetId: changeSet?.id, subject })
      void pins.offer(field.teamId)
      const replaced = replacedBy(value)
      if (replaced === undefined) return
      const { teamId, entityId: measureId } = field
      const checkIn = { teamId, measureId, sequenceNumber: replaced, title: texts.deletions.corrected }
      void deletions.takeOut(checkIn, changeSet)
    },
    onCreated: (_, title, sequenceNumber) => undo.remember({ sequenceNumber, subject: texts.undo.creationOf(title) })
  })
  const undo = makeUndo({ toasts, lifetime, outbox, takeBack })
  const deletions = makeDeletions({ outbox, toasts, undo })
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
    outbox,
    deletions,
    undo,
    takeBack,
    flashes,
    actors,
    panels: makePanels(),
    pins,
    refreshAll: followChanges({ session, shownTeam, stream, teams, outbox, actors, flashes, lifetime }),
    featureState: <A>(make: (workspace: Workspace) => A): A => {
      if (!featureStates.has(make)) featureStates.set(make, make(workspace))
      return featureStates.get(make) as A
    },
    dispose: lifetime.end
  }
  void outbox.adoptStored()
  return workspace
}
