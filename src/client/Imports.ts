import { Effect } from "effect"
import type { SubmitEventRequest } from "../api/EventsApi.ts"
import { ChangeSetId, EntityId } from "../domain/entities/Ids.ts"
import { openFile } from "../import/ImportFile.ts"
import type { Note } from "../import/ImportNotes.ts"
import { newIn } from "../import/ImportPlan.ts"
import { type ImportSteps, stepsOfTeams } from "../import/PlanEvents.ts"
import { type Entity, teamTree } from "../import/TeamContents.ts"
import { readUnattended, summaryOf } from "../import/UnattendedImport.ts"
import * as Views from "./ClientViews.ts"
import type { DerivedClient } from "./DerivedClient.ts"
import { ImportRefused } from "./ImportRefused.ts"
import { sendSteps } from "./SendSteps.ts"
import type { Outcome, SubmitOptions } from "./Submission.ts"

/** What an import will create. It is plain data: stored as JSON, it can be applied again after a crash. */
export interface ImportPlan extends ImportSteps {
  /** The id of the change set that the import becomes, by which it is undone. */
  readonly id: ChangeSetId
  /** How many items will be created; none of those that exist by their names. */
  readonly items: number
  /** What is unclear and how it was read, or what is left out and why, with the rows concerned. */
  readonly notes: ReadonlyArray<Note>
  /** The items by team and the notes, as lines for people. */
  readonly summary: string
}

type Submit<E> = (body: typeof SubmitEventRequest.Type, options: SubmitOptions) => Effect.Effect<Outcome, E>

/** See `Client.imports`. */
export const make = <E>(api: DerivedClient, submit: Submit<E>) => ({
  plan: Effect.fn("Client.imports.plan")(function* (text: string, { team }: { readonly team?: string } = {}) {
    const opened = yield* Effect.promise(() => openFile(new TextEncoder().encode(text)))
    if ("refusal" in opened) return yield* new ImportRefused({ message: opened.refusal })
    const me = yield* api.auth.me()
    const teams = yield* Effect.catchTag(api.strategy.teams({ query: {}, headers: {} }), "NotModified", Effect.die)
    const contents = new Map<string, Entity>()
    const read = () =>
      readUnattended(opened.text, team, {
        teams,
        contentsOf: (id) => contents.get(id),
        mayCreateTeams: me.success && me.role === "admin"
      })
    for (const id of read().missing) {
      const view = yield* Views.team(api, EntityId.make(id))
      contents.set(id, teamTree({ ...view.team, ...view }))
    }
    const found = read()
    if (found.refusal !== "") return yield* new ImportRefused({ message: found.refusal })
    return {
      ...{ id: ChangeSetId.make(crypto.randomUUID()), items: newIn(found.teams).length },
      ...{ notes: found.notes, summary: summaryOf(found) },
      ...stepsOfTeams(found.teams, () => crypto.randomUUID(), teams)
    } satisfies ImportPlan
  }),
  apply: Effect.fn("Client.imports.apply")(({ id, name, steps }: ImportPlan) =>
    sendSteps(steps, ({ targetId, ...body }, index) =>
      Effect.map(
        submit(
          { ...body, targetId: targetId === null ? null : EntityId.make(targetId) },
          { key: `${id}.${index}`, changeSet: { id, name } }
        ),
        (outcome) => (outcome.status === "rejected" ? outcome.rejectionReason : undefined)
      )
    )
  )
})
