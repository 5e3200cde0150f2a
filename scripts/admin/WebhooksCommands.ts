import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { type Webhook, WebhookFormat, WebhookSettings } from "../../src/domain/Webhook.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed } from "./Failure.ts"
import { optionalText, toggle } from "./Flags.ts"
import { withWebhooks } from "./Services.ts"

const state = ({ enabled, disabledReason, failures, nextAttemptAt }: Webhook): string => {
  if (!enabled) return disabledReason === null ? "disabled" : `disabled: ${disabledReason}`
  return failures === 0 ? "enabled" : `failing (${failures}), next attempt ${nextAttemptAt}`
}

const line = (hook: Webhook): string =>
  [
    ...[hook.id, hook.url, `event ${hook.sequenceNumber}`, state(hook)],
    ...(hook.format === "standard" ? [] : [hook.format]),
    ...(hook.digest === null ? [] : [hook.digest])
  ].join("  ")

const readId = Schema.decodeOption(EntityId)
const readSettings = Schema.decodeUnknownResult(WebhookSettings)

const idOf = (text: string): Effect.Effect<EntityId, CommandFailed> =>
  Option.match(readId(text), {
    onNone: () => Effect.fail(new CommandFailed({ message: `There is no webhook ${JSON.stringify(text)}.` })),
    onSome: Effect.succeed
  })

const listOf = (text: Option.Option<string>) =>
  Option.getOrNull(
    Option.map(text, (all) =>
      all
        .split(",")
        .map((each) => each.trim())
        .filter((each) => each !== "")
    )
  )

const idArgument = Argument.String("id").pipe(Argument.withDescription("The webhook's id"))

const list = Command.make("list", {}, () =>
  withWebhooks(
    Effect.gen(function* () {
      const hooks = yield* Webhooks.use((webhooks) => webhooks.list)
      const text = hooks.length === 0 ? "There are no webhooks." : hooks.map(line).join("\n")
      yield* CommandOutput.print({ json: hooks, text })
    })
  )
).pipe(Command.withDescription("Lists the webhooks with their state"))

const add = Command.make(
  "add",
  {
    url: Argument.String("url").pipe(Argument.withDescription("The https URL to post events to")),
    description: optionalText("description", "What it is for"),
    types: optionalText("types", "Only events of these types, separated by commas"),
    teams: optionalText("teams", "Only events of the teams with these ids, separated by commas"),
    format: Flag.Literals("format", WebhookFormat.literals).pipe(
      Flag.withDefault("standard"),
      Flag.withDescription("For programs, or for people in Slack or Microsoft Teams")
    ),
    weekly: toggle("weekly", "A digest on Mondays at 07:00 (TIME_ZONE) instead of each event")
  },
  Effect.fnUntraced(function* ({ url, description, types, teams, format, weekly }) {
    const settings = yield* Effect.fromResult(
      readSettings({
        url,
        description: Option.getOrNull(description),
        eventTypes: listOf(types),
        teamIds: listOf(teams),
        format,
        digest: weekly ? "weekly" : null
      })
    ).pipe(Effect.mapError(({ message }) => new CommandFailed({ message: `The webhook is not valid. ${message}` })))
    const hook = yield* withWebhooks(Webhooks.use((webhooks) => webhooks.create(settings)))
    yield* CommandOutput.print({
      json: hook,
      text: `Added the webhook ${hook.id}.\nSecret (shown only this time): ${hook.secret}`
    })
  })
).pipe(Command.withDescription("Adds a webhook, which receives all events from now on"))

const enable = Command.make(
  "enable",
  { id: idArgument },
  Effect.fnUntraced(function* ({ id: text }) {
    const id = yield* idOf(text)
    const hook = yield* withWebhooks(
      Webhooks.use(({ get, update }) => Effect.flatMap(get(id), (hook) => update(id, { ...hook, enabled: true })))
    )
    yield* CommandOutput.print({
      json: hook,
      text: `The webhook ${id} is enabled and will receive everything after event ${hook.sequenceNumber}.`
    })
  })
).pipe(Command.withDescription("Enables a disabled or imported webhook; it continues where it stopped"))

const remove = Command.make(
  "remove",
  { id: idArgument },
  Effect.fnUntraced(function* ({ id: text }) {
    const id = yield* idOf(text)
    yield* withWebhooks(Webhooks.use((webhooks) => webhooks.remove(id)))
    yield* CommandOutput.print({ json: { id }, text: `Removed the webhook ${id}.` })
  })
).pipe(Command.withDescription("Removes a webhook"))

const rotate = Command.make(
  "rotate",
  { id: idArgument },
  Effect.fnUntraced(function* ({ id: text }) {
    const id = yield* idOf(text)
    const hook = yield* withWebhooks(Webhooks.use((webhooks) => webhooks.changeSecret(id)))
    yield* CommandOutput.print({
      json: hook,
      text:
        `The webhook ${id} has a new secret. Until ${hook.previousSecretUntil} the earlier one signs too.\n` +
        `Secret (shown only this time): ${hook.secret}`
    })
  })
).pipe(Command.withDescription("Gives a webhook a new secret; for 24 hours the earlier one signs too"))

const test = Command.make(
  "test",
  { id: idArgument },
  Effect.fnUntraced(function* ({ id: text }) {
    const id = yield* idOf(text)
    const attempt = yield* withWebhooks(Webhooks.use((webhooks) => webhooks.test(id)))
    if (attempt.error !== null) return yield* new CommandFailed({ message: `The test failed. ${attempt.error}` })
    yield* CommandOutput.print({ json: attempt, text: `The receiver answered ${attempt.status}.` })
  })
).pipe(Command.withDescription("Posts a test to a webhook, once, from here"))

const skip = Command.make(
  "skip",
  { id: idArgument },
  Effect.fnUntraced(function* ({ id: text }) {
    const id = yield* idOf(text)
    const hook = yield* withWebhooks(
      Webhooks.use(({ get, skip }) => Effect.flatMap(get(id), ({ sequenceNumber }) => skip(id, sequenceNumber + 1)))
    )
    yield* CommandOutput.print({
      json: hook,
      text: `The webhook ${id} goes on after event ${hook.sequenceNumber}.${hook.enabled ? "" : " It is disabled: enable it."}`
    })
  })
).pipe(Command.withDescription("Skips the event or digest that a failing webhook cannot deliver"))

const resend = Command.make(
  "resend",
  {
    id: idArgument,
    from: Flag.Int("from").pipe(
      Flag.withDescription("The sequence number of the first event"),
      Flag.filter(
        (from) => from >= 1,
        (from) => `Expected a sequence number of 1 or more, got: ${from}`
      )
    )
  },
  Effect.fnUntraced(function* ({ id: text, from }) {
    const id = yield* idOf(text)
    const hook = yield* withWebhooks(Webhooks.use((webhooks) => webhooks.resend(id, from)))
    yield* CommandOutput.print({ json: hook, text: `The webhook ${id} will receive everything from event ${from} on.` })
  })
).pipe(Command.withDescription("Resends all events from a sequence number on to a webhook"))

export const command = Command.make("webhooks").pipe(
  Command.withDescription("Manages webhooks"),
  Command.withSubcommands([list, add, enable, test, rotate, remove, skip, resend])
)
