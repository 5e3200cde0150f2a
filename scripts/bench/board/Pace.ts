import { Effect, Schema } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { dataFolder } from "../../support/Calls.ts"
import { makeTeam, type Size } from "../FullTeam.ts"
import * as Server from "../Server.ts"
import { holds, Void } from "../Void.ts"
import * as Writer from "../Writer.ts"
import { probe } from "./Probe.ts"

const Opened = Schema.Struct({ first: Schema.Finite, all: Schema.Finite })

const Changed = Schema.Struct({ work: Schema.Finite, whole: Schema.Finite })

/** Milliseconds, of one visit to the board. */
export interface Round {
  /** From both views' last byte to the paint of the first rows, and of all. */
  readonly board: typeof Opened.Type
  /**
   * Of a title that somebody else has changed. `work`: from the last byte of what was fetched for it to the title in the
   * document; `whole`: from the stream's frame to the paint, with what the fetching takes.
   */
  readonly changes: ReadonlyArray<typeof Changed.Type>
  /** From a key pressed in a title to the paint of the letter. */
  readonly keys: ReadonlyArray<number>
  /** From the click to the paint of the matrix' first rows, and of all. */
  readonly matrix: typeof Opened.Type
}

interface Options {
  readonly size: Size
  readonly rounds: number
  /** Of titles, in each round. */
  readonly changes: number
  /** Pressed, in each round. */
  readonly keys: number
}

const ask = <A>(page: Page, question: string, answer: Schema.Codec<A>) =>
  Effect.tryPromise({
    try: () => page.evaluate(question),
    catch: (cause) => new Void({ message: `The page did not come to it: ${cause}.` })
  }).pipe(
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => new Void({ message: `The page did not come to ${question} in time.` })
    }),
    Effect.flatMap(Schema.decodeUnknownEffect(answer)),
    Effect.catchTag("SchemaError", () => new Void({ message: `The page has no answer to ${question}.` }))
  )

const tell = (page: Page, expression: string) => Effect.promise(() => page.evaluate(expression))

const titleOf = (page: Page, id: string) => page.locator(`.objective[data-id="${id}"] .editable.title`).first()

const change = Effect.fnUntraced(function* (page: Page, writer: Writer.Writer, id: string, title: string) {
  yield* tell(page, `pace.expect("${id}", "${title}")`)
  const { sequenceNumber } = yield* Writer.write(writer, "update_objective_title", { title }, id)
  return yield* ask(page, `pace.changed(${sequenceNumber})`, Changed)
})

/** Opens a title, presses a key so often, and gives it up. */
const type = Effect.fnUntraced(function* (page: Page, id: string, times: number) {
  const input = titleOf(page, id).locator("textarea")
  yield* Effect.promise(async () => {
    await titleOf(page, id).locator("h3 button").click()
    await input.waitFor()
  })
  const press = Effect.gen(function* () {
    yield* tell(page, "pace.listenForKey()")
    yield* Effect.promise(() => page.keyboard.press("x"))
    return yield* ask(page, "pressed", Schema.Finite)
  })
  const took = yield* Effect.forEach(Array.from({ length: times }), () => press)
  const text = yield* Effect.promise(() => input.inputValue())
  yield* holds(text.endsWith("x".repeat(times)), `What was typed came out as "${text}".`)
  yield* Effect.promise(() => page.keyboard.press("Escape"))
  return took
})

/** The board of a full team, looked at by somebody in a browser while somebody else writes. Every round is a new visit. */
export const pace = Effect.fn("pace")(function* (
  { size, rounds, changes, keys }: Options,
  told: (round: Round, n: number) => Effect.Effect<void>
) {
  const { url } = yield* Server.start({ DATA_DIR: yield* dataFolder })
  const writer = yield* Writer.admin(url)
  const { teamId, objectiveIds } = yield* makeTeam(writer, 1, size)
  const token = yield* Writer.makeUser(writer, "reader", "editor")
  const idOf = (n: number): string => objectiveIds[n % objectiveIds.length] ?? teamId
  const one = Effect.fnUntraced(function* (round: number) {
    const { page, errors } = yield* (yield* Browser).visit({ viewport: { width: 1400, height: 900 } })
    yield* Effect.promise(async () => {
      await page.addInitScript(probe)
      await page.context().addCookies([{ name: "strategy_session", value: token, url }])
      await page.goto(`${url}/strategy/teams/${teamId}`)
    })
    const board = yield* ask(page, `pace.opened(${size.objectives})`, Opened)
    yield* Effect.promise(() => page.locator(".connection.live").waitFor())
    const changed = yield* Effect.forEach(Array.from({ length: changes }), (_, n) =>
      change(page, writer, idOf(n * 7), `Renamed for the ${n}th time in round ${round}`)
    )
    const pressed = yield* type(page, idOf(1), keys)
    const matrix = yield* ask(page, `pace.matrix(${size.objectives * (size.principles + 1)})`, Opened)
    yield* holds(errors.length === 0, `The page complained: ${errors[0]}.`)
    return { board, changes: changed, keys: pressed, matrix }
  }, Effect.scoped)
  const results: Array<Round> = []
  for (let n = 0; n <= rounds; n++) {
    const round = yield* one(n)
    if (n === 0) continue
    results.push(round)
    yield* told(round, n)
  }
  return results
}, Effect.scoped)
