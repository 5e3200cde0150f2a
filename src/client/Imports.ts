import { Effect } from "effect"
import type { SubmitEventRequest } from "../api/EventsApi.ts"
import { EntityId } from "../domain/entities/Ids.ts"
import { maxLength } from "../import/DecodedFile.ts"
import { withoutJson } from "../import/DownloadedJson.ts"
import type { Note } from "../import/Notes.ts"
import { newIn } from "../import/Plan.ts"
import { type Lane, lanesOfTeams, type Step } from "../import/PlanEvents.ts"
import { type Entity, teamTree } from "../import/TeamContents.ts"
import { readUnattended, summaryOf } from "../import/UnattendedImport.ts"
import { makeUndo, type Undo } from "../import/UndoImport.ts"
import type { DerivedClient } from "./DerivedClient.ts"
import { ImportTooLarge } from "./ImportTooLarge.ts"
import { sendLanes } from "./SendLanes.ts"
import type { Outcome } from "./Submission.ts"
import * as Views from "./Views.ts"

/** What an import will create. It is plain data: stored as JSON, it can be applied again after a crash, and undone later. */
export interface ImportPlan {
  readonly id: string
  /** How many items will be created; none of those that exist by their names. */
  readonly items: number
  /** What is unclear and how it was read, or what is left out and why, with the rows concerned. */
  readonly notes: ReadonlyArray<Note>
  /** The items by team and the notes, as lines for people. */
  readonly summary: string
  readonly teams: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly lanes: ReadonlyArray<Lane>
}

type Submit<E> = (body: typeof SubmitEventRequest.Type, options: { readonly key: string }) => Effect.Effect<Outcome, E>

const nothing: Undo = { steps: [], kept: [] }

const teamNow = (api: DerivedClient, id: string) =>
  Effect.map(Views.team(api, EntityId.make(id)), (view) => ({ ...view.team, ...view }))

/** See `Client.imports`. */
export const make = <E>(api: DerivedClient, submit: Submit<E>) => {
  const send = ({ id, lanes }: Pick<ImportPlan, "id" | "lanes">) =>
    sendLanes(lanes, ({ targetId, ...body }: Step["body"], key) =>
      Effect.map(
        submit({ ...body, targetId: targetId === null ? null : EntityId.make(targetId) }, { key: `${id}.${key}` }),
        (outcome) => (outcome.status === "rejected" ? outcome.rejectionReason : undefined)
      )
    )

  return {
    plan: Effect.fn("Client.imports.plan")(function* (text: string, { team }: { readonly team?: string } = {}) {
      if (text.length > maxLength) return yield* new ImportTooLarge()
      const cells = yield* Effect.promise(() => withoutJson(text))
      const me = yield* api.auth.me()
      const teams = yield* Effect.catchTag(api.strategy.teams({ query: {}, headers: {} }), "NotModified", Effect.die)
      const contents = new Map<string, Entity>()
      const read = () =>
        readUnattended(cells, team, {
          teams,
          contentsOf: (id) => contents.get(id),
          mayCreateTeams: me.success && me.role === "admin"
        })
      for (const id of read().missing) contents.set(id, teamTree(yield* teamNow(api, id)))
      const found = read()
      const work = lanesOfTeams(found.teams, () => crypto.randomUUID(), teams)
      return {
        ...{ id: crypto.randomUUID(), items: newIn(found.teams).length },
        ...{ notes: found.notes, summary: summaryOf(found) },
        ...work
      } satisfies ImportPlan
    }),
    apply: Effect.fn("Client.imports.apply")(send),
    undo: Effect.fn("Client.imports.undo")(function* ({ teams, lanes }: ImportPlan) {
      const undoIn = makeUndo(
        lanes,
        lanes.map(({ steps }) => steps.length)
      )
      const parts = yield* Effect.forEach(teams, ({ id }) =>
        teamNow(api, id).pipe(
          Effect.map(undoIn),
          Effect.catchTag("NotFound", () => Effect.succeed(nothing))
        )
      )
      const steps = parts.flatMap((part) => part.steps)
      const { refused } = yield* send({
        id: crypto.randomUUID(),
        lanes: steps.map((step, of) => ({ of, after: 0, steps: [step] }))
      })
      return { kept: [...parts.flatMap((part) => part.kept), ...refused.map(({ title }) => title)] }
    })
  }
}
