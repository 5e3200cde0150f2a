import { Effect, type Scope } from "effect"
import type { ChildFailed } from "../Child.ts"
import * as Answers from "../contenders/Answers.ts"
import { type Contender, names } from "../contenders/Contender.ts"
import * as Ours from "../contenders/Ours.ts"
import { makeTeam } from "../FullTeam.ts"
import * as Turns from "../load/Turns.ts"
import type { Stage, Subject } from "../Subject.ts"
import { holds, type Void } from "../Void.ts"
import * as Writer from "../Writer.ts"

/** What a competitor is made from, and has to answer too: our answer to a look at that team. */
export interface Shown {
  readonly stage: Stage
  readonly ours: Contender
  readonly writer: Writer.Writer
  readonly teamId: string
  readonly answer: Answers.Answer
}

interface Reading {
  readonly name: string
  readonly about: string
  readonly view: "principles" | "objectives"
  /** Whether the reader has the answer already, and says so. */
  readonly conditional: boolean
  readonly beside: (shown: Shown) => Effect.Effect<Contender, Void | ChildFailed, Scope.Scope>
  /** Least ratio of our requests per second to the competitor's. */
  readonly bound: number
}

const connections = 64

/** So many principles, and as many objectives. A team with all there is: each objective has a principle, a measure, a group and three initiatives. */
const fillTeam = Effect.fnUntraced(function* (writer: Writer.Writer, each: number) {
  const { teamId, objectiveIds } = yield* makeTeam(writer, 1, { principles: each, objectives: each })
  for (const [n, objective] of objectiveIds.entries()) {
    const id = `00000000-0000-4000-9000-${String(n).padStart(12, "0")}`
    yield* Writer.write(writer, "create_group", { id, name: `Group ${n}` }, objective)
    yield* Writer.write(writer, "create_initiative", { title: `In the group ${n}`, groupId: id }, objective)
  }
  return teamId
})

/** The same view of a team from us and from a competitor. The same value is enough: each has its own order of keys. */
export const reading = ({ name, about, view, conditional, beside, bound }: Reading): Subject => ({
  name,
  about,
  measure: Effect.fn("Reading.measure")(function* (stage: Stage) {
    const { contender: ours, writer } = yield* Ours.start(yield* stage.database(name))
    const teamId = yield* fillTeam(writer, stage.scale.quick ? 10 : 50)
    const path = `/api/teams/${teamId}/${view}`
    const answer = yield* Answers.of(ours, path)
    const competitor = yield* beside({ stage, ours, writer, teamId, answer })
    const expected = Answers.canonical(Answers.value(answer))

    const prepare: Turns.Prepare = Effect.fnUntraced(function* (contender) {
      const whole = yield* Answers.of(contender, path)
      const difference = Answers.difference(Answers.canonical(Answers.value(whole)), expected)
      yield* holds(
        whole.status === 200 && difference === undefined,
        `${contender.name} answers ${path} otherwise than we do, with status ${whole.status}: ${difference}`
      )
      const more = conditional ? { "if-none-match": whole.headers.etag ?? "" } : {}
      const { status, body } = conditional ? yield* Answers.of(contender, path, more) : whole
      yield* holds(!conditional || status === 304, `${contender.name} answers what is not modified with ${status}.`)
      const headers = { ...contender.headers, ...more }
      const { url } = contender
      return { kind: "reads", url, connections, milliseconds: stage.scale.seconds * 1_000, headers, path, status, body }
    })

    const turns = yield* Turns.inTurn(stage, name, [ours, competitor], prepare)
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
