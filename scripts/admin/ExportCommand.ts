import { Effect, HashMap, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { objectiveIdsParam, statusListParam } from "../../src/api/requests/ListParams.ts"
import { SequenceNumberParam, SinceParam } from "../../src/api/requests/NumberParams.ts"
import { companyRequest, idsIn, optionsFrom, teamRequest } from "../../src/deck/DeckRequest.ts"
import { Exporter } from "../../src/deck/Exporter.ts"
import { receiptIn } from "../../src/deck/Receipt.ts"
import type { State } from "../../src/domain/state/State.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"
import { nameLength } from "../../src/shared/Limits.ts"
import { normalized } from "../../src/shared/NormalForm.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed, failed, wrongUsage } from "./Failure.ts"
import { readFile } from "./FileInput.ts"
import { type FileKind, requireFree, writeTo } from "./FileOutput.ts"
import { force, literal, optional, optionalText } from "./Flags.ts"
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
  return yield* failed(`Event ${at} does not exist yet; the latest is ${state.sequenceNumber}.`)
})

/** Finds a team by id, or by name without regard to case; fails if several teams have the name. */
const findTeam = Effect.fnUntraced(function* (state: State, wanted: string) {
  const key = (normalized(wanted.trim(), "NFC", nameLength) ?? wanted).toLowerCase()
  const found = HashMap.toValues(state.teams).filter(({ id, name }) => id === key || name.toLowerCase() === key)
  const [team] = found
  if (team === undefined) return yield* failed(`There is no team ${JSON.stringify(wanted)}.`)
  if (found.length === 1) return team
  const ids = found.map(({ id }) => id).sort()
  return yield* failed(`${found.length} teams are named ${JSON.stringify(wanted)}; use an id: ${ids.join(", ")}.`)
})

const flags = {
  team: optionalText("team", "One team, by id or name (any case)"),
  teams: optionalText("teams", "Several teams, by ids or names separated by commas; default: all"),
  at: optional(
    "at",
    "Show the strategy as it was right after the event with this sequence number",
    SequenceNumberParam
  ),
  detail: literal(
    "detail",
    ["full", "board"],
    "full: with an appendix, the default for --team; board: without, the default for several teams"
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
  if (since !== undefined && sinceDeck !== undefined) return "Use --since or --since-deck, not both."
  if (team !== undefined && teams !== undefined) return "Use --team or --teams, not both."
  if (status !== undefined && objectives !== undefined) return "Use --status or --objectives, not both."
  return objectives !== undefined && team === undefined ? "--objectives needs --team." : undefined
}

const decodeEvent = Schema.decodeOption(SequenceNumberParam)

/** The event of the last presentation, given as a number, or by its file, whose receipt names it. */
const lastDeck = Effect.fnUntraced(function* (given: string) {
  const event = decodeEvent(given)
  if (Option.isSome(event)) return event.value
  const receipt = receiptIn(yield* readFile("presentation", given))
  if (typeof receipt !== "string") return receipt.event
  return yield* failed(`${JSON.stringify(given)} isn't a presentation made by this service.`)
})

/** The request for the presentation that the flags select, and its teams. */
const requestOf = Effect.fnUntraced(function* ({ at, detail, since, status, ...given }: Flags) {
  const options = optionsFrom({
    ...{ detail, since, status, at: at === undefined ? undefined : String(at), notes: given.notes ? "1" : "0" },
    sinceDeck: given.sinceDeck === undefined ? undefined : yield* lastDeck(given.sinceDeck)
  })
  const state = yield* stateAt(at)
  if (given.team !== undefined) {
    const { id, name } = yield* findTeam(state, given.team)
    const objectives = given.objectives === undefined ? null : idsIn(given.objectives)
    return { request: teamRequest(id, { ...options, objectives }), teams: [{ id, name }] }
  }
  const named =
    given.teams === undefined
      ? HashMap.toValues(state.teams)
      : yield* Effect.forEach(given.teams.split(","), (wanted) => findTeam(state, wanted))
  const teams = named.map(({ id, name }) => ({ id, name }))
  const teamIds = given.teams === undefined ? null : teams.map(({ id }) => id)
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
  if (fault !== undefined) return yield* wrongUsage(fault)
  const onStdout = file === "-"
  if (onStdout && (yield* CommandOutput.Json)) {
    return yield* wrongUsage("--json requires a file: the presentation goes to standard output.")
  }
  if (file !== undefined && !onStdout) yield* requireFree(file, force)
  const { teams, deck } = yield* withStrategy(Progress.during("Making the presentation …", () => make(given)))
  const path = file ?? deck.name.full
  if (!onStdout) yield* requireFree(path, force)
  yield* writeTo(onStdout ? undefined : path, presentation, (write) => write(deck.bytes))
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
