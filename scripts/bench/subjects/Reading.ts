import { Effect, type Scope } from "effect"
import type { ChildFailed } from "../Child.ts"
import * as Answers from "../contenders/Answers.ts"
import * as Bare from "../contenders/Bare.ts"
import { type Contender, names } from "../contenders/Contender.ts"
import * as Fastify from "../contenders/Fastify.ts"
import * as Ours from "../contenders/Ours.ts"
import { makeTeam } from "../FullTeam.ts"
import { type InvalidRun, requireValid } from "../InvalidRun.ts"
import * as Turns from "../load/Turns.ts"
import type { RunContext, Subject } from "../Subject.ts"
import * as Writer from "../Writer.ts"

/** The data for a competitor: our server, a team in it, and our response for it, which the competitor must give too. */
interface Shown {
  readonly stage: RunContext
  readonly ours: Contender
  readonly writer: Writer.Writer
  readonly teamId: string
  readonly answer: Answers.Answer
}

interface Reading {
  readonly name: string
  readonly about: string
  readonly view: "principles" | "objectives"
  /** Whether the requests have the ETag of the response. */
  readonly conditional: boolean
  readonly beside: (shown: Shown) => Effect.Effect<Contender, InvalidRun | ChildFailed, Scope.Scope>
  /** The smallest accepted ratio of our requests per second to the competitor's. */
  readonly bound: number
}

const connections = 64

/** Creates a team with `each` principles and objectives; each objective has a principle, a measure, a group and three initiatives. */
const fillTeam = Effect.fnUntraced(function* (writer: Writer.Writer, each: number) {
  const { teamId, objectiveIds } = yield* makeTeam(writer, 1, { principles: each, objectives: each })
  for (const [n, objective] of objectiveIds.entries()) {
    const id = `00000000-0000-4000-9000-${String(n).padStart(12, "0")}`
    yield* Writer.write(writer, "create_group", { id, name: `Group ${n}` }, objective)
    yield* Writer.write(writer, "create_initiative", { title: `In the group ${n}`, groupId: id }, objective)
  }
  return teamId
})

/** Measures the same view of a team from us and from a competitor. The order of keys may differ. */
const reading = ({ name, about, view, conditional, beside, bound }: Reading): Subject => ({
  name,
  about,
  measure: Effect.fn("Reading.measure")(function* (stage: RunContext) {
    const { contender: ours, writer } = yield* Ours.start(yield* stage.database(name))
    const teamId = yield* fillTeam(writer, stage.scale.quick ? 10 : 50)
    const path = `/api/teams/${teamId}/${view}`
    const answer = yield* Answers.fetchFrom(ours, path)
    const competitor = yield* beside({ stage, ours, writer, teamId, answer })
    const expected = Answers.canonical(Answers.value(answer))

    const prepare: Turns.Prepare = Effect.fnUntraced(function* (contender) {
      const whole = yield* Answers.fetchFrom(contender, path)
      const difference = Answers.difference(Answers.canonical(Answers.value(whole)), expected)
      yield* requireValid(
        whole.status === 200 && difference === undefined,
        `${contender.name} answers ${path} differently, with status ${whole.status}: ${difference}`
      )
      const more = conditional ? { "if-none-match": whole.headers.etag ?? "" } : {}
      const { status, body } = conditional ? yield* Answers.fetchFrom(contender, path, more) : whole
      yield* requireValid(
        !conditional || status === 304,
        `${contender.name} answers a request with the current ETag with ${status}.`
      )
      const headers = { ...contender.headers, ...more }
      const { url } = contender
      return { kind: "reads", url, connections, milliseconds: stage.scale.seconds * 1_000, headers, path, status, body }
    })

    const turns = yield* Turns.runInTurns(stage, name, [ours, competitor], prepare)
    const what = conditional ? "not modified" : `${answer.body.length} bytes`
    const title = Turns.titled(`GET …/${view}, ${what}, ${connections} connections`, turns)
    return [
      Turns.table(title, "requests/s", turns, Turns.perSecond, [
        { of: names.ours, to: competitor.name, is: "at least", bound }
      ]),
      Turns.table(`${title}: p99`, "ms", turns, (_) => _.latency.p99)
    ]
  })
})

export const objectives = reading({
  name: "objectives",
  about: "A view of 50 objectives with everything in them, against Fastify and a relational model",
  view: "objectives",
  conditional: false,
  beside: Effect.fnUntraced(function* ({ stage, ours, writer, teamId }) {
    return yield* Fastify.start(yield* stage.database("objectives_fastify"), ours, writer, [teamId])
  }),
  bound: 5
})

const besideBare = ({ answer, ours }: Shown) => Bare.start(answer, ours.headers)

export const notModified = reading({
  name: "not-modified",
  about: "The same view for a client that has it already, against Node's HTTP server that only compares the ETag",
  view: "objectives",
  conditional: true,
  beside: besideBare,
  bound: 0.5
})

export const principles = reading({
  name: "principles",
  about: "A view of a team's principles, against Node's HTTP server with the same bytes in memory",
  view: "principles",
  conditional: false,
  beside: besideBare,
  bound: 0.45
})
