import { Clock, Effect, Fiber, Stdio, Stream } from "effect"

/** Says how much is done, of how much in all. */
export type Step = (done: number, total: number) => Effect.Effect<void>

const patience = "1 second"
const pause = "100 millis"
const width = 30

const bar = (done: number, total: number): string => {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.floor(part * width)
  return `[${"#".repeat(full)}${"-".repeat(width - full)}] ${Math.floor(part * 100)} %, ${done} of ${total}`
}

const eraseLine = "\r\u001B[2K"

/**
 * Shows on standard error, when that is a terminal, what is going on: from the second second of `work` until its end. A
 * bar once it has told how far it is, before that how long it takes.
 */
export const during = Effect.fnUntraced(function* <A, E, R>(
  label: string,
  work: (step: Step) => Effect.Effect<A, E, R>
) {
  const stdio = yield* Stdio.Stdio
  if (!(yield* stdio.stderrIsTerminal)) return yield* work(() => Effect.void)
  const begun = yield* Clock.currentTimeMillis
  let shown: string | undefined

  const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr()))
  const draw = Effect.gen(function* () {
    const seconds = Math.floor(((yield* Clock.currentTimeMillis) - begun) / 1_000)
    yield* write(`${eraseLine}${label} ${shown ?? `${seconds} s`}`)
  })
  const step: Step = (done, total) =>
    Effect.sync(() => {
      shown = bar(done, total)
    })
  const drawing = Effect.sleep(patience).pipe(
    Effect.andThen(Effect.forever(Effect.andThen(draw, Effect.sleep(pause))).pipe(Effect.ensuring(write(eraseLine))))
  )
  return yield* Effect.acquireUseRelease(Effect.forkChild(drawing), () => work(step), Fiber.interrupt)
})
