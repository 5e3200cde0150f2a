import { Effect, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { type Webhook, WebhookFormat, WebhookSettings } from "../../src/domain/Webhook.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed, failed } from "./Failure.ts"
import { optionalText, toggle, wholeNumber } from "./Flags.ts"
import { webhooksCommand } from "./Services.ts"

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

const readSettings = Schema.decodeUnknownResult(WebhookSettings)

const listOf = (text: string | undefined) => {
  const all = text?.split(",").map((each) => each.trim())
  return all?.filter((each) => each !== "") ?? null
}

const idArgument = Argument.String("id").pipe(
  Argument.withDescription("The webhook's id"),
  Argument.withSchema(EntityId)
)

/** A command for one webhook. `act` gives what it prints. */
const onHook = <const Name extends string, Eff extends Effect.Effect<unknown, unknown, unknown>>(
  name: Name,
  act: (webhooks: Webhooks["Service"], id: EntityId) => Generator<Eff, CommandOutput.CommandOutput, never>
) =>
  webhooksCommand(name, { id: idArgument }, function* ({ id }) {
    const webhooks = yield* Webhooks
    yield* CommandOutput.print(yield* Effect.gen(() => act(webhooks, id)))
  })

const list = webhooksCommand("list", {}, function* () {
  const hooks = yield* Webhooks.use((webhooks) => webhooks.list)
  yield* CommandOutput.printList(hooks, line, "There are no webhooks.")
}).pipe(Command.withDescription("Lists the webhooks with their state"))

const add = webhooksCommand(
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
  function* ({ url, description = null, types, teams, format, weekly }) {
    const settings = yield* Effect.fromResult(
      readSettings({
        url,
        description,
        eventTypes: listOf(types),
        teamIds: listOf(teams),
        format,
        digest: weekly ? "weekly" : null
      })
    ).pipe(Effect.mapError(({ message }) => new CommandFailed({ message: `The webhook is not valid. ${message}` })))
    const hook = yield* Webhooks.use((webhooks) => webhooks.create(settings))
    yield* CommandOutput.print({
      json: hook,
      text: `Added the webhook ${hook.id}.\nSecret (shown only this time): ${hook.secret}`
    })
  }
).pipe(Command.withDescription("Adds a webhook, which receives all events from now on"))

const enable = onHook("enable", function* ({ get, update }, id) {
  const hook = yield* update(id, { ...(yield* get(id)), enabled: true })
  const text = `The webhook ${id} is enabled and will receive everything after event ${hook.sequenceNumber}.`
  return { json: hook, text }
}).pipe(Command.withDescription("Enables a disabled or imported webhook; it continues where it stopped"))

const remove = onHook("remove", function* ({ remove }, id) {
  yield* remove(id)
  return { json: { id }, text: `Removed the webhook ${id}.` }
}).pipe(Command.withDescription("Removes a webhook"))

const rotate = onHook("rotate", function* ({ changeSecret }, id) {
  const hook = yield* changeSecret(id)
  const text =
    `The webhook ${id} has a new secret. Until ${hook.previousSecretUntil} the earlier one signs too.\n` +
    `Secret (shown only this time): ${hook.secret}`
  return { json: hook, text }
}).pipe(Command.withDescription("Gives a webhook a new secret; for 24 hours the earlier one signs too"))

const test = onHook("test", function* (webhooks, id) {
  const attempt = yield* webhooks.test(id)
  if (attempt.error !== null) return yield* failed(`The test failed. ${attempt.error}`)
  return { json: attempt, text: `The receiver answered ${attempt.status}.` }
}).pipe(Command.withDescription("Posts a test to a webhook, once, from here"))

const skip = onHook("skip", function* ({ get, skip }, id) {
  const hook = yield* skip(id, (yield* get(id)).sequenceNumber + 1)
  const more = hook.enabled ? "" : " It is disabled: enable it."
  return { json: hook, text: `The webhook ${id} goes on after event ${hook.sequenceNumber}.${more}` }
}).pipe(Command.withDescription("Skips the event or digest that a failing webhook cannot deliver"))

const resend = webhooksCommand(
  "resend",
  {
    id: idArgument,
    from: wholeNumber("from", "The sequence number of the first event")
  },
  function* ({ id, from }) {
    const hook = yield* Webhooks.use((webhooks) => webhooks.resend(id, from))
    yield* CommandOutput.print({ json: hook, text: `The webhook ${id} will receive everything from event ${from} on.` })
  }
).pipe(Command.withDescription("Resends all events from a sequence number on to a webhook"))

export const command = Command.make("webhooks").pipe(
  Command.withDescription("Manages webhooks"),
  Command.withSubcommands([list, add, enable, test, rotate, remove, skip, resend])
)
