import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type UserRecord, UserStore } from "../../src/accounts/users/UserStore.ts"
import { answerOf } from "../../src/domain/Outcome.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { SampleStrategy } from "../../src/sample/SampleStrategy.ts"
import onboarding from "../../src/shared/sample/onboarding.json" with { type: "json" }
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed } from "./Failure.ts"
import * as Progress from "./Progress.ts"
import { withStrategy } from "./Services.ts"
import { type SampleEvent, sampleEvents } from "./sample/SampleEvents.ts"
import { findUser } from "./UsersCommands.ts"

const anyAdmin = Effect.gen(function* () {
  const users = yield* UserStore.use((store) => store.list)
  const admin = users.find(({ role }) => role === "admin")
  if (admin !== undefined) return admin
  return yield* new CommandFailed({ message: "There is no admin yet: start the server once or run users add." })
})

const namedAdmin = Effect.fnUntraced(function* (name: string) {
  const user = yield* findUser(name)
  if (user.role === "admin") return user
  return yield* new CommandFailed({ message: `${user.username} is ${user.role}; only an admin can create a team.` })
})

/** The admin with this name, or the first one. */
export const actingAdmin = Option.match({ onNone: () => anyAdmin, onSome: namedAdmin })

/** Submits an event in the user's name, and fails unless it is applied. */
const submit = Effect.fnUntraced(
  function* (event: SampleEvent, actor: UserRecord) {
    const planner = yield* Planner
    const who = { actorId: actor.id, actorName: actor.username }
    const outcome = yield* planner.submit({ ...event, ...who, lastSeenSequence: null, idempotency: null })
    if (outcome.status === "applied") return
    return yield* new CommandFailed({
      message: `The event ${event.eventType} was not applied: ${answerOf(outcome).rejectionReason ?? "no change"}.`
    })
  },
  Effect.catchTags({
    PlannerBusy: () => new CommandFailed({ message: "Too many events are waiting to be written." }),
    IdempotencyKeyReused: (error) => Effect.die(error),
    SubmissionRefused: () => new CommandFailed({ message: "The database refused an event." }),
    OutcomeUnknown: () =>
      new CommandFailed({ message: "The connection to the database was lost; the latest event may have been written." })
  })
)

/** Loads the strategy with its history; none if the log has an applied event. */
const loadStrategy = SampleStrategy.use(({ load }) => load).pipe(
  Effect.asSome,
  Effect.catchTags({
    LogInUse: () => Effect.succeedNone,
    SampleUnknown: () =>
      new CommandFailed({ message: "The connection to the database was lost; the sample may have been written." })
  })
)

/** Creates a sample team in the name of an admin, by ordinary events. */
export const makeTeam = Effect.fnUntraced(function* (name: string, actor: UserRecord) {
  const { teamId, events } = yield* sampleEvents(name)
  yield* Progress.during("Creating the team", (step) =>
    Effect.forEach(events, (event, index) => Effect.andThen(submit(event, actor), step(index + 1, events.length)), {
      discard: true
    })
  )
  return { teamId, events: events.length }
})

export const command = Command.make(
  "sample",
  {
    name: Flag.String("name").pipe(Flag.withDescription("The team's name"), Flag.optional),
    as: Flag.String("as").pipe(
      Flag.withDescription("The admin to create it as; default: the first by name"),
      Flag.optional
    )
  },
  ({ name, as }) =>
    withStrategy(
      Effect.gen(function* () {
        const isPlain = Option.isNone(name) && Option.isNone(as)
        const loaded = isPlain ? yield* loadStrategy : Option.none()
        if (Option.isSome(loaded)) {
          const { teamId, events } = loaded.value
          const text = `Loaded the sample strategy with ${events} events. Id of its first team: ${teamId}`
          return yield* CommandOutput.print({ json: { teamId, events }, text })
        }
        const actor = yield* actingAdmin(as)
        const teamName = Option.getOrElse(name, () => onboarding.name)
        const { teamId, events } = yield* makeTeam(teamName, actor)
        yield* CommandOutput.print({
          json: { teamId, events },
          text: `Created the team ${JSON.stringify(teamName)} with ${events} events. Id: ${teamId}`
        })
      })
    )
).pipe(
  Command.withDescription(
    "Loads the sample strategy with twelve weeks of history into an empty log; elsewhere, or with an option, creates a sample team"
  )
)
