import { Effect } from "effect"
import type { SubmitEventRequest } from "../api/EventsApi.ts"
import { ChangeSetId, EntityId } from "../domain/entities/Ids.ts"
import type { Difference } from "../import/Differences.ts"
import { openFile } from "../import/ImportFile.ts"
import type { Note } from "../import/ImportNotes.ts"
import { changesIn, newIn } from "../import/ImportPlan.ts"
import { type ImportSteps, stepsOfTeams } from "../import/PlanEvents.ts"
import type { Question } from "../import/Questions.ts"
import type { ReadImport } from "../import/ReadImport.ts"
import { type Entity, teamTree } from "../import/TeamContents.ts"
import {
  columnsFault,
  type ImportOptions,
  noTeam,
  readUnattended,
  summaryOf,
  teamMeant
} from "../import/UnattendedImport.ts"
import * as Views from "./ClientViews.ts"
import type { DerivedClient } from "./DerivedClient.ts"
import { ImportRefused, ImportUnanswered, UnknownTeam } from "./ImportRefused.ts"
import { sendSteps } from "./SendSteps.ts"
import type { Outcome, SubmitOptions } from "./Submission.ts"

/** A value of what exists of which the text says another one. */
export interface PlannedDifference extends Difference {
  readonly row: number
  readonly title: string
  /** The title of what it is in. */
  readonly within: string
  /** Whether it is a check-in's. */
  readonly isCheckIn: boolean
}

/** What an import will create and change. It is plain data: stored as JSON, it can be applied again after a crash. */
export interface ImportPlan extends ImportSteps {
  /** The id of the change set that the import becomes, by which it is undone. */
  readonly id: ChangeSetId
  /** How many items will be created; none of those that exist by their names. */
  readonly items: number
  /** What is unclear and how it was read, or what is left out and why, with the rows concerned. */
  readonly notes: ReadonlyArray<Note>
  /** What differs from what exists; the option `existing` decides whether the plan takes it. */
  readonly differences: ReadonlyArray<PlannedDifference>
  /** What the text does not tell, and no option has answered. */
  readonly questions: ReadonlyArray<Question>
  /** The items by team and the notes, as lines for people. */
  readonly summary: string
}

export interface ApplyOptions {
  /** Whether a plan with open questions is applied as it was read. */
  readonly acceptGuesses?: boolean
}

type Submit<E> = (body: typeof SubmitEventRequest.Type, options: SubmitOptions) => Effect.Effect<Outcome, E>

/** What is read once all teams that it needs are loaded: those that it names, then others in which a parent may be. */
const loaded = Effect.fnUntraced(function* (
  api: DerivedClient,
  read: (contentsOf: (id: string) => Entity | undefined) => ReadImport
) {
  const contents = new Map<string, Entity>()
  for (;;) {
    const found = read((id) => contents.get(id))
    if (found.missing.length === 0) return found
    for (const id of found.missing) {
      const view = yield* Views.team(api, EntityId.make(id))
      contents.set(id, teamTree({ ...view.team, ...view }))
    }
  }
})

/** See `Client.imports`. */
export const make = <E>(api: DerivedClient, submit: Submit<E>) => ({
  plan: Effect.fn("Client.imports.plan")(function* (
    file: string | Uint8Array<ArrayBuffer>,
    options: ImportOptions = {}
  ) {
    const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file
    const opened = yield* Effect.promise(() => openFile(bytes, options))
    if ("refusal" in opened) return yield* new ImportRefused({ message: opened.refusal })
    const me = yield* api.auth.me()
    const teams = yield* Effect.catchTag(api.strategy.teams(), "NotModified", Effect.die)
    const here = options.team === undefined ? undefined : teamMeant(teams, options.team)
    if (options.team !== undefined && here === undefined) {
      return yield* new UnknownTeam({ message: noTeam(options.team) })
    }
    const mayCreateTeams = me.success && me.role === "admin"
    const found = yield* loaded(api, (contentsOf) =>
      readUnattended(opened.text, opened.given, options, { teams, here, contentsOf, mayCreateTeams })
    )
    const refusal = found.refusal || columnsFault(options, found)
    if (refusal) return yield* new ImportRefused({ message: refusal })
    return {
      ...{ id: ChangeSetId.make(crypto.randomUUID()), items: newIn(found.teams).length },
      ...{ notes: found.notes, summary: summaryOf(found), questions: [...opened.questions, ...found.questions] },
      differences: changesIn(found.teams).flatMap(({ item: { row, title }, within, field, differences }) =>
        differences.map((one) => ({ row, title, within, isCheckIn: field === "value", ...one }))
      ),
      ...stepsOfTeams(found.teams, () => crypto.randomUUID(), teams, options.existing ?? "leave")
    } satisfies ImportPlan
  }),
  apply: Effect.fn("Client.imports.apply")(function* (
    { id, name, steps, questions }: ImportPlan,
    { acceptGuesses = false }: ApplyOptions = {}
  ) {
    if (questions.length > 0 && !acceptGuesses) return yield* new ImportUnanswered({ questions })
    return yield* sendSteps(steps, ({ targetId, ...body }, index) =>
      Effect.map(
        submit(
          { ...body, targetId: targetId === null ? null : EntityId.make(targetId) },
          { key: `${id}.${index}`, changeSet: { id, name } }
        ),
        (outcome) => (outcome.status === "rejected" ? outcome.rejectionReason : undefined)
      )
    )
  })
})
