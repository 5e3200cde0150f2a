import { createHash } from "node:crypto"
import { Effect, HashMap, Option } from "effect"
import type { Command } from "effect/cli"
import { Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { EntityId, UserId } from "../../src/domain/entities/Ids.ts"
import { textsGiven } from "../../src/domain/redaction/FieldRedaction.ts"
import * as Redaction from "../../src/domain/redaction/Redaction.ts"
import { TakenTexts } from "../../src/domain/redaction/TakenTexts.ts"
import type { EntityRef, State } from "../../src/domain/state/State.ts"
import * as RedactionSql from "../../src/log/maintenance/RedactionSql.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { failed, wrongUsage } from "./Failure.ts"
import { optional, optionalText, orUndefined } from "./Flags.ts"

export const settings = {
  entity: optional("entity", "The id of what the text belongs to; with --field", EntityId),
  field: optionalText(
    "field",
    "The field: title, name, description, owner, statusNote, unit, or note for the notes of check-ins"
  ),
  before: orUndefined(
    Flag.Int("before").pipe(Flag.withDescription("Only texts that events before this sequence number gave"))
  ),
  event: Flag.Int("event").pipe(
    Flag.withDescription("The sequence number of a rejected event, whose data is removed; may be repeated"),
    Flag.atLeast(0)
  ),
  user: optional("user", "The id of a deleted user, whose name as the author of changes is removed", UserId)
}

type Options = Command.Command.Config.Infer<typeof settings>

/** The ids of what an entity is in, and of what is in it. */
const relativesOf = ({ entities }: State, id: EntityId, { teamId, objectiveId }: EntityRef): ReadonlySet<EntityId> => {
  const relatives = new Set([teamId, ...(objectiveId === null ? [] : [objectiveId])])
  for (const [each, ref] of entities) if (ref.teamId === id || ref.objectiveId === id) relatives.add(each)
  relatives.delete(id)
  return relatives
}

const ofField = Effect.fnUntraced(function* (entityId: EntityId, field: string, before: number | undefined) {
  const state = yield* Effect.flatMap(Projector, (projector) => projector.state)
  const ref = Option.getOrUndefined(HashMap.get(state.entities, entityId))
  if (ref === undefined) return yield* failed(`Nothing in the log has the id ${entityId}.`)
  const { type } = ref
  const fields = Redaction.textFieldsOf(type)
  if (!fields.includes(field)) return yield* failed(`--field must be one of ${fields.join(", ")} for this ${type}.`)
  const given = textsGiven(
    yield* RedactionSql.eventsAbout(yield* SqlClient.SqlClient, entityId),
    { entityId, type, field },
    before
  )
  // What everybody sees now can be edited, which leaves an earlier text to remove.
  const texts = new TakenTexts(given, Redaction.currentText(state, type, entityId, field))
  const redaction = { entityId, type, field, texts, relatives: relativesOf(state, entityId, ref) }
  return { redaction, what: `${type} ${entityId}, ${field}` }
})

const ofEvents = Effect.fnUntraced(function* (sequenceNumbers: ReadonlyArray<number>) {
  const events = yield* EventStore.use(({ at }) => at(sequenceNumbers))
  for (const sequenceNumber of sequenceNumbers) {
    const event = events.find((each) => each.sequenceNumber === sequenceNumber)
    if (event === undefined) return yield* failed(`There is no event ${sequenceNumber}.`)
    if (event.status === "applied") {
      return yield* failed(`Event ${sequenceNumber} was applied: use --entity and --field for its texts.`)
    }
  }
  const texts = new TakenTexts(events.flatMap(Redaction.textsRefused))
  const redaction = { sequenceNumbers: new Set(sequenceNumbers), texts }
  return { redaction, what: `rejected events ${sequenceNumbers.join(", ")}` }
})

const ofUser = Effect.fnUntraced(function* (userId: UserId) {
  const known = yield* UserStore.use(({ findById }) => findById(userId))
  if (Option.isSome(known)) return yield* failed("This user still exists. Delete the user first.")
  const name = `former user ${createHash("sha256").update(userId).digest("hex").slice(0, 4)}`
  const author = yield* RedactionSql.authorOf(yield* SqlClient.SqlClient, userId)
  return { redaction: { userId, name, ...author }, what: `user ${userId}` }
})

/** Reads from the log what the options choose; `what` is how the account log calls it. */
export const choose = ({ entity, field, before, event, user }: Options) => {
  const forms = [entity !== undefined || field !== undefined, event.length > 0, user !== undefined]
  if (forms.filter(Boolean).length === 1) {
    if (user !== undefined) return ofUser(user)
    if (event.length > 0) return ofEvents(event)
    if (entity !== undefined && field !== undefined) return ofField(entity, field, before)
  }
  return wrongUsage("Use --entity with --field, --event, or --user.")
}
