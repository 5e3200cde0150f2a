import { Effect, Schema } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { probe } from "../board/Probe.ts"
import { makeTeam } from "../FullTeam.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import * as Server from "../Server.ts"
import { inRounds, type Subject, table } from "../Subject.ts"
import * as Writer from "../Writer.ts"

const Opened = Schema.Struct({ first: Schema.Finite, all: Schema.Finite })

const Changed = Schema.Struct({ work: Schema.Finite, whole: Schema.Finite })

/** The times of one visit to the board, in milliseconds. */
interface Round {
  /** From the last byte of both views to the paint of the first rows, and of all. */
  readonly board: typeof Opened.Type
  /**
   * For a title that somebody else has changed. `work`: from the stream's frame, or from the last byte of a request that the frame
   * caused, to the title in the document; `whole`: from the stream's frame to the paint, including such requests.
   */
  readonly changes: ReadonlyArray<typeof Changed.Type>
  /** From a key pressed in a title to the paint of the letter. */
  readonly keys: ReadonlyArray<number>
  /** From the click to the paint of the matrix' first rows, and of all. */
  readonly matrix: typeof Opened.Type
}

const ask = <A>(page: Page, question: string, answer: Schema.Codec<A>) =>
  Effect.tryPromise({
    try: () => page.evaluate(question),
    catch: (cause) => new InvalidRun({ message: `The page failed at ${question}: ${cause}.` })
  }).pipe(
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => new InvalidRun({ message: `The page did not finish ${question} in time.` })
    }),
    Effect.flatMap(Schema.decodeUnknownEffect(answer)),
    Effect.catchTag("SchemaError", () => new InvalidRun({ message: `The page gave no valid answer to ${question}.` }))
  )

const evaluate = (page: Page, expression: string) => Effect.promise(() => page.evaluate(expression))

const titleOf = (page: Page, id: string) => page.locator(`.objective[data-id="${id}"] .editable.title`).first()

const change = Effect.fnUntraced(function* (page: Page, writer: Writer.Writer, id: string, title: string) {
  yield* evaluate(page, `pace.expect("${id}", "${title}")`)
  const { sequenceNumber } = yield* Writer.write(writer, "update_objective_title", { title }, id)
  return yield* ask(page, `pace.changed(${sequenceNumber})`, Changed)
})

/** Edits a title by pressing a key several times, and cancels the edit. */
const typeInto = Effect.fnUntraced(function* (page: Page, id: string, times: number) {
  const input = titleOf(page, id).locator("textarea")
  yield* Effect.promise(async () => {
    await titleOf(page, id).locator("h3 button").click()
    await input.waitFor()
  })
  const press = Effect.gen(function* () {
    yield* evaluate(page, "pace.listenForKey()")
    yield* Effect.promise(() => page.keyboard.press("x"))
    return yield* ask(page, "pressed", Schema.Finite)
  })
  const took = yield* Effect.forEach(Array.from({ length: times }), () => press)
  const text = yield* Effect.promise(() => input.inputValue())
  yield* requireValid(text.endsWith("x".repeat(times)), `The typed text is "${text}".`)
  yield* Effect.promise(() => page.keyboard.press("Escape"))
  return took
})

const full = { principles: 50, objectives: 300, changes: 10, keys: 10 }
const quick = { principles: 5, objectives: 20, changes: 2, keys: 3 }

/** The values of a round that the table shows. */
const figures = {
  "the board's first rows, from the data": ({ board }: Round) => [board.first],
  "the board's last row, from the data": ({ board }: Round) => [board.all],
  "another's title in the document, from the data": ({ changes }: Round) => changes.map(({ work }) => work),
  "another's title in sight, from the stream's frame": ({ changes }: Round) => changes.map(({ whole }) => whole),
  "a letter in sight, from its key": ({ keys }: Round) => keys,
  "the matrix' first rows, from the click": ({ matrix }: Round) => [matrix.first],
  "the matrix' last row, from the click": ({ matrix }: Round) => [matrix.all]
} as const

/** Measures the board of a full team in a browser while another user writes. Every round is a new visit. */
export const board: Subject = {
  name: "board",
  about: "The speed of a full team's board in a browser: opening it, showing others' changes, typing, the matrix",
  measure: Effect.fnUntraced(function* (stage) {
    const { changes, keys, ...size } = stage.scale.quick ? quick : full
    const { url } = yield* Server.start({ DATABASE_URL: yield* stage.database("board") })
    const writer = yield* Writer.admin(url)
    const { teamId, objectiveIds } = yield* makeTeam(writer, 1, size)
    const token = yield* Writer.makeUser(writer, "reader", "editor")
    const idOf = (n: number): string => objectiveIds[n % objectiveIds.length] ?? teamId
    const visit = Effect.fnUntraced(function* (round: number) {
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
      const pressed = yield* typeInto(page, idOf(1), keys)
      const matrix = yield* ask(page, `pace.matrix(${size.objectives * (size.principles + 1)})`, Opened)
      yield* requireValid(errors.length === 0, `The page reported an error: ${errors[0]}.`)
      return { board, changes: changed, keys: pressed, matrix } satisfies Round
    }, Effect.scoped)
    const rounds = yield* inRounds(
      stage,
      "board",
      visit,
      ({ board, matrix }) => `board ${board.first.toFixed(0)} ms, matrix ${matrix.first.toFixed(0)} ms`
    )
    const values = Object.entries(figures).map(([what, of]) => [what, rounds.flatMap(of)])
    return [
      table(
        `A board of ${size.principles} principles and ${size.objectives} objectives`,
        "ms",
        Object.fromEntries(values),
        [
          { of: "the board's first rows, from the data", is: "at most", bound: 300 },
          { of: "another's title in the document, from the data", is: "at most", bound: 16 }
        ]
      )
    ]
  }, Effect.provide(Browser.layer))
}
