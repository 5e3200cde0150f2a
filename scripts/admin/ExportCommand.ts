import { Effect, HashMap, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { objectiveIdsParam, statusListParam } from "../../src/api/requests/ListParams.ts"
import { SequenceNumberParam, SinceParam } from "../../src/api/requests/NumberParams.ts"
import { companyRequest, idsIn, optionsFrom, teamRequest } from "../../src/deck/DeckRequest.ts"
import { Exporter } from "../../src/deck/Exporter.ts"
import { receiptIn } from "../../src/deck/Receipt.ts"
import type { State, Team } from "../../src/domain/state/State.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"
import { nameLength } from "../../src/shared/Limits.ts"
import { normalized } from "../../src/shared/NormalForm.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed, UsageError } from "./Failure.ts"
import { readFile } from "./FileInput.ts"
import { type FileKind, requireFree, writeTo } from "./FileOutput.ts"
import { force, optional, optionalText } from "./Flags.ts"
import * as Progress from "./Progress.ts"
import { withStrategy } from "./Services.ts"

const presentation: FileKind = { noun: "presentation", mode: 0o666 }

/** The present state, or the state right after an event. */
const stateAt = Effect.fnUntraced(function* (at: number | undefined) {
  const state = yield* Projector.use((projector) => projector.state)
  if (at === undefined) return state
  if (at <= state.sequenceNumber) {
    return (yield* TimeTravel.use((timeTravel) => timeTravel.positionAt(at))).state
  }
  return yield* new CommandFailed({ message: `Event ${at} does not exist yet; the latest is ${state.sequenceNumber}.` })
})

/** Finds a team by id, or by name without regard to case; fails if several teams have the name. */
const findTeam = (state: State, wanted: string): Effect.Effect<Team, CommandFailed> => {
  const key = (normalized(wanted.trim(), "NFC", nameLength) ?? wanted).toLowerCase()
  const all = HashMap.toValues(state.teams)
  const found = all.filter(({ id, name }) => id === key || name.toLowerCase() === key)
  const [team] = found
  if (team === undefined)
    return Effect.fail(new CommandFailed({ message: `There is no team ${JSON.stringify(wanted)}.` }))
  if (found.length === 1) return Effect.succeed(team)
  const ids = found.map(({ id }) => id).sort()
  return Effect.fail(
    new CommandFailed({
      message: `${found.length} teams are named ${JSON.stringify(wanted)}; use an id: ${ids.join(", ")}.`
    })
  )
}

const flags = {
  team: optionalText("team", "One team, by id or name (any case)"),
  teams: optionalText("teams", "Several teams, by ids or names separated by commas; default: all"),
  at: optional(
    "at",
    "Show the strategy as it was right after the event with this sequence number",
    SequenceNumberParam
  ),
  detail: Flag.Literals("detail", ["full", "board"]).pipe(
    Flag.withDescription(
      "full: with an appendix, the default for --team; board: without, the default for several teams"
    ),
    Flag.optional
  ),
  since: optional(
    "since",
    "A sequence number or a date (YYYY-MM-DD) to compare with; default: 30 days before",
    SinceParam
  ),
  sinceDeck: optionalText(
    "since-deck",
    "The last presentation's file, or the event that it was made at: compare with it, and say what came of what it asked for"
  ),
  notes: Flag.Boolean("notes").pipe(
    Flag.withDescription("Include speaker notes; --no-notes leaves out notes and the names of who checked in"),
    Flag.withDefault(true)
  ),
  status: optional("status", "Only objectives with these statuses, separated by commas", statusListParam),
  objectives: optional(
    "objectives",
    "Only the objectives of --team with these ids, separated by commas",
    objectiveIdsParam
  ),
  file: optionalText(
    "file",
    "The file to write; default: <team>-strategy-<date>.pptx in this folder; - for standard output"
  ).pipe(Flag.withAlias("out")),
  force
}

type Flags = Command.Command.Config.Infer<typeof flags>

const usageFault = ({ team, teams, since, sinceDeck, status, objectives }: Flags): string | undefined => {
  if (Option.isSome(since) && Option.isSome(sinceDeck)) return "Use --since or --since-deck, not both."
  if (Option.isSome(team) && Option.isSome(teams)) return "Use --team or --teams, not both."
  if (Option.isSome(status) && Option.isSome(objectives)) return "Use --status or --objectives, not both."
  return Option.isSome(objectives) && Option.isNone(team) ? "--objectives needs --team." : undefined
}

const decodeEvent = Schema.decodeOption(SequenceNumberParam)

/** The event that a presentation's receipt names. */
const madeAt = (file: Uint8Array): number | undefined => {
  const receipt = receiptIn(file)
  return typeof receipt === "string" ? undefined : receipt.event
}

/** The event of the last presentation, if one is given: as a number, or in its file. */
const sinceDeckOf = Effect.fnUntraced(function* ({ sinceDeck }: Flags) {
  if (Option.isNone(sinceDeck)) return undefined
  const given = Option.getOrUndefined(decodeEvent(sinceDeck.value))
  const event = given ?? madeAt(yield* readFile("presentation", sinceDeck.value))
  if (event !== undefined) return event
  const file = JSON.stringify(sinceDeck.value)
  return yield* new CommandFailed({ message: `${file} isn't a presentation made by this service.` })
})

/** The request for the presentation that the flags select, and its teams. */
const requestOf = Effect.fnUntraced(function* (given: Flags) {
  const at = Option.getOrUndefined(given.at)
  const options = optionsFrom({
    at: at === undefined ? undefined : String(at),
    detail: Option.getOrUndefined(given.detail),
    since: Option.getOrUndefined(given.since),
    sinceDeck: yield* sinceDeckOf(given),
    notes: given.notes ? "1" : "0",
    status: Option.getOrUndefined(given.status)
  })
  const state = yield* stateAt(at)
  if (Option.isSome(given.team)) {
    const { id, name } = yield* findTeam(state, given.team.value)
    const objectives = Option.getOrNull(Option.map(given.objectives, idsIn))
    return { request: teamRequest(id, { ...options, objectives }), teams: [{ id, name }] }
  }
  const named = Option.isNone(given.teams)
    ? HashMap.toValues(state.teams)
    : yield* Effect.forEach(given.teams.value.split(","), (wanted) => findTeam(state, wanted))
  const teams = named.map(({ id, name }) => ({ id, name }))
  const teamIds = Option.isNone(given.teams) ? null : teams.map(({ id }) => id)
  return { request: companyRequest({ ...options, teamIds }), teams }
})

const make = Effect.fnUntraced(
  function* (given: Flags) {
    const exporter = yield* Exporter
    const { request, teams } = yield* requestOf(given)
    const { deck } = yield* exporter.find(request, "command")
    return { teams, deck: yield* deck }
  },
  Effect.catchTag(["DeckTooLarge", "ParameterRejected", "TeamNotFound"], ({ message }) =>
    Effect.fail(new CommandFailed({ message: `${message.slice(0, 1).toUpperCase()}${message.slice(1)}` }))
  ),
  Effect.catchTag(["GateFull", "ShareExceeded", "DeckFailed"], Effect.die)
)

const writeDeck = Effect.fnUntraced(function* (given: Flags) {
  const { file, force } = given
  const fault = usageFault(given)
  if (fault !== undefined) return yield* new UsageError({ message: fault })
  const onStdout = Option.contains(file, "-")
  if (onStdout && (yield* CommandOutput.Json)) {
    return yield* new UsageError({ message: "--json requires a file: the presentation goes to standard output." })
  }
  if (Option.isSome(file) && !onStdout) yield* requireFree(file.value, force)
  const { teams, deck } = yield* withStrategy(Progress.during("Making the presentation …", () => make(given)))
  const path = Option.getOrElse(file, () => deck.name.full)
  if (!onStdout) yield* requireFree(path, force)
  yield* writeTo(onStdout ? Option.none() : Option.some(path), presentation, (write) => write(deck.bytes))
  const { slides } = deck
  const bytes = deck.bytes.byteLength
  const of = teams.length === 1 ? JSON.stringify(teams[0]?.name) : `${teams.length} teams`
  const text = `Wrote the presentation of ${of}, ${slides} slides, ${bytes} bytes${onStdout ? "" : `, to ${path}`}.`
  yield* onStdout
    ? CommandOutput.printAside(text)
    : CommandOutput.print({ json: { teams, file: path, slides, bytes }, text })
  return undefined
})

export const command = Command.make("export", flags, writeDeck).pipe(
  Command.withDescription("Writes the strategy review of a team, or of several, as a presentation")
)
