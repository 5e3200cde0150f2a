import { Config, Context, Duration, Effect, Layer, Schedule, type Schema, type Stream } from "effect"
import type { HttpClient, HttpClientError } from "effect/http"
import { Api } from "../api/Api.ts"
import type { ChangesPage } from "../api/ChangesApi.ts"
import type * as Errors from "../api/Errors.ts"
import { rejectionHeader, type SubmitEventRequest } from "../api/EventsApi.ts"
import type { ExportApi } from "../api/ExportApi.ts"
import { ChangeSetId, EntityId, UserId } from "../domain/entities/Ids.ts"
import type { Inverse } from "../domain/inverse/Inverse.ts"
import type { HistoryEntry } from "../domain/views/History.ts"
import type { ImportOptions } from "../import/UnattendedImport.ts"
import * as Changes from "./Changes.ts"
import * as Undo from "./ClientUndo.ts"
import * as Views from "./ClientViews.ts"
import type { DerivedClient } from "./DerivedClient.ts"
import * as Derived from "./DerivedClient.ts"
import type { ImportRefused, ImportUnanswered, UnknownTeam } from "./ImportRefused.ts"
import type { ApplyOptions, ImportPlan } from "./Imports.ts"
import * as Pages from "./Pages.ts"
import type { ImportResult } from "./SendSteps.ts"
import * as SignedInClient from "./SignedInClient.ts"
import type { Outcome, Submission, SubmitOptions } from "./Submission.ts"
import { isTransient } from "./Transient.ts"

export {
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  InternalError,
  NotFound,
  PayloadTooLarge,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UnprocessableContent,
  UnsupportedMediaType
} from "../api/Errors.ts"
export type { ChangeNotification } from "../domain/ChangeNotification.ts"
export type { RejectionCode } from "../domain/Rejection.ts"
export type { AppliedChange } from "../domain/views/AppliedChange.ts"
export type { ObjectiveBody, ObjectivesBody, PrincipleBody, PrinciplesBody, TeamBody } from "../domain/views/Views.ts"
export type { ImportOptions } from "../import/UnattendedImport.ts"
export { type Change, Changed, Ready, Reset } from "./Changes.ts"
export type { Undoable, Undone } from "./ClientUndo.ts"
export type { TeamView } from "./ClientViews.ts"
export type { DerivedClient } from "./DerivedClient.ts"
export { idFrom } from "./ExternalId.ts"
export { ImportRefused, ImportUnanswered, UnknownTeam } from "./ImportRefused.ts"
export type { ApplyOptions, ImportPlan, PlannedDifference } from "./Imports.ts"
export type { ChangesOptions } from "./Pages.ts"
export type { ImportResult } from "./SendSteps.ts"
export { type Credentials, SignInFailed } from "./SignedInClient.ts"
export type { Applied, NoChange, Outcome, Rejected, Submission, SubmissionOfType, SubmitOptions } from "./Submission.ts"
export { Api, ChangeSetId, EntityId, type HistoryEntry, UserId }

/** Waits between the attempts of one submission: about 16 seconds in all. */
const retries = { schedule: Schedule.jittered(Schedule.exponential(Duration.millis(250))), times: 6 }

/** What every request may fail with. `HttpClientError`: there was no answer, or none of this service. */
export type CallError =
  | SignedInClient.SignInFailed
  | Errors.BadRequest
  | Errors.Unauthorized
  | Errors.Forbidden
  | Errors.InternalError
  | Errors.Unavailable
  | HttpClientError.HttpClientError
  | Schema.SchemaError

export type SubmitError = CallError | Errors.Conflict | Errors.PayloadTooLarge | Errors.UnsupportedMediaType
export type DeckError = CallError | Errors.NotFound | Errors.TooManyRequests | Errors.UnprocessableContent

type Query<Name extends keyof (typeof ExportApi)["endpoints"]> = (typeof ExportApi)["endpoints"][Name]["~Query"]["Type"]

/** What a team's presentation contains: see `GET /api/teams/{teamId}/export` in the reference. */
export type TeamDeckOptions = Query<"team">

/** What a presentation of several teams contains: see `GET /api/export` in the reference. */
export type CompanyDeckOptions = Query<"company">

/** A client for the whole service, as a user that is signed in; the service of `layer` and `layerConfig`. */
export interface Client {
  /** Every endpoint, derived from the API's definition, with its errors as types. */
  readonly api: DerivedClient
  /**
   * Submits an event under an idempotency key, and again after a lost answer; it is applied only once. If it is refused for its
   * content, the outcome has the status `rejected`; the errors are for everything else.
   */
  readonly submit: (submission: Submission, options?: SubmitOptions) => Effect.Effect<Outcome, SubmitError>
  /** What would take an event or a change set back, and what would stay: see `GET /api/change-sets/{id}/inverse`. */
  readonly inverse: (of: Undo.Undoable) => Effect.Effect<Inverse, CallError | Errors.NotFound>
  /**
   * Takes an event or a change set back, such as an import by the `id` of its plan, except for what somebody changed since.
   * Called again after an error, it goes on.
   */
  readonly undo: (of: Undo.Undoable) => Effect.Effect<Undo.Undone, SubmitError | Errors.NotFound>
  /**
   * All changes from now on, or after the `id` of an earlier change, without a gap when a connection is lost. It ends only with
   * its consumer.
   */
  readonly changes: (lastEventId?: string | null) => Stream.Stream<Changes.Change, SignedInClient.SignInFailed>
  readonly views: {
    /** A team with its principles and objectives at one log position. */
    readonly team: (teamId: EntityId) => Effect.Effect<Views.TeamView, CallError | Errors.NotFound>
    /**
     * The team now and after each change of it, always whole. Entities that a change does not concern stay the same objects. It
     * goes on after lost connections, and fails with `NotFound` when the team is deleted.
     */
    readonly liveTeam: (teamId: EntityId) => Stream.Stream<Views.TeamView, CallError | Errors.NotFound>
  }
  /**
   * The history of an entity, newest first, fetched in pages as the stream is consumed. Without an id the whole log with its
   * rejected submissions, for admins.
   */
  readonly history: (entityId?: EntityId) => Stream.Stream<HistoryEntry, CallError>
  /**
   * Pages of applied events up to the latest one, oldest first. They are pages because a program that goes on later stores the
   * `nextAfter` and `epoch` of each page that it has dealt with. A page may be empty.
   */
  readonly changePages: (
    options?: Pages.ChangesOptions
  ) => Stream.Stream<typeof ChangesPage.Type, CallError | Errors.Gone>
  /** PowerPoint presentations (.pptx) as bytes. */
  readonly decks: {
    readonly team: (teamId: EntityId, options?: TeamDeckOptions) => Effect.Effect<Uint8Array, DeckError>
    readonly company: (options?: CompanyDeckOptions) => Effect.Effect<Uint8Array, DeckError>
  }
  /** Spreadsheets, and what the service itself downloads as CSV or JSON, as the page imports them. */
  readonly imports: {
    /** What a text, or a file's bytes, would create and, with `existing`, change. The options answer what it does not tell. */
    readonly plan: (
      file: string | Uint8Array<ArrayBuffer>,
      options?: ImportOptions
    ) => Effect.Effect<ImportPlan, CallError | Errors.NotFound | ImportRefused | UnknownTeam>
    /**
     * Makes what is planned, unless it has open questions. Applied again, a plan goes on where it stopped, and nothing is made
     * twice.
     */
    readonly apply: (
      plan: ImportPlan,
      options?: ApplyOptions
    ) => Effect.Effect<ImportResult, SubmitError | ImportUnanswered>
  }
}

export const Client: Context.Service<Client, Client> = Context.Service("strategy-planning-client/Client")

const submitter = (api: DerivedClient) =>
  Effect.fn("Client.submit")(function* (
    payload: typeof SubmitEventRequest.Type,
    { key = crypto.randomUUID(), changeSet, undoes }: SubmitOptions = {}
  ): Effect.fn.Return<Outcome, SubmitError> {
    const headers = {
      "idempotency-key": key,
      ...(changeSet && { "change-set": changeSet.id, "change-set-name": changeSet.name }),
      undoes
    }
    const request = { payload, headers, responseMode: "decoded-and-response" } as const
    const [outcome, response] = yield* Effect.retry(api.events.submit(request), { ...retries, while: isTransient })
    const { status, sequenceNumber, previousValue, rejectionReason, conflictingServerValue } = outcome
    if (status === "no_change") return { status, sequenceNumber: 0 }
    if (status === "applied") return { status, sequenceNumber, previousValue }
    const code = response.headers[rejectionHeader] ?? "invalid_data"
    return { status, sequenceNumber, code, rejectionReason: rejectionReason ?? "", conflictingServerValue }
  })

/** Makes a client and signs in: fails with `SignInFailed` if the password or the token is not accepted. */
export const make: (
  credentials: SignedInClient.Credentials
) => Effect.Effect<Client, CallError, HttpClient.HttpClient> = Effect.fn("Client.make")(function* (credentials) {
  const baseUrl = credentials.baseUrl.replace(/\/+$/, "")
  const httpClient = yield* SignedInClient.make({ ...credentials, baseUrl })
  const api = yield* Derived.make(httpClient, baseUrl)
  yield* api.auth.me()
  const submit = submitter(api)
  // A page that imports nothing does not load it.
  const imports = Effect.map(
    Effect.promise(() => import("./Imports.ts")),
    ({ make }) => make(api, submit)
  )
  return {
    api,
    submit,
    inverse: (of) => Undo.inverse(api, of),
    undo: (of) => Undo.undo(api, submit, of),
    changes: (lastEventId = null) => Changes.follow(httpClient, baseUrl, lastEventId),
    views: {
      team: (teamId) => Views.team(api, teamId),
      liveTeam: (teamId) => Views.liveTeam(api, teamId, Changes.follow(httpClient, baseUrl, null, true))
    },
    history: (entityId) => (entityId === undefined ? Pages.wholeHistory(api) : Pages.historyOf(api, entityId)),
    changePages: (options = {}) => Pages.changes(api, options),
    decks: {
      team: (teamId, query = {}) =>
        Effect.catchTag(api.export.team({ params: { teamId }, query }), "NotModified", Effect.die),
      company: (query = {}) => Effect.catchTag(api.export.company({ query }), "NotModified", Effect.die)
    },
    imports: {
      plan: (file, options) => Effect.flatMap(imports, ({ plan }) => plan(file, options)),
      apply: (plan, options) => Effect.flatMap(imports, ({ apply }) => apply(plan, options))
    }
  }
})

/** A client as the service `Client`. */
export const layer = (credentials: SignedInClient.Credentials): Layer.Layer<Client, CallError, HttpClient.HttpClient> =>
  Layer.effect(Client, make(credentials))

/** `layer`, with credentials from configuration, such as `{ baseUrl: Config.String("PLANS_URL"), token: Config.Redacted("PLANS_TOKEN") }`. */
export const layerConfig = (
  credentials: Config.Wrap<SignedInClient.Credentials>
): Layer.Layer<Client, CallError | Config.ConfigError, HttpClient.HttpClient> =>
  Layer.effect(Client, Effect.flatMap(Config.unwrap(credentials), make))
