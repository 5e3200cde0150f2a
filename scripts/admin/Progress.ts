import { Clock, Effect, Fiber, Stdio, Stream } from "effect"

/** Reports how much of the total is done. */
export type Step = (done: number, total: number) => Effect.Effect<void>

const shownAfter = "1 second"
const redrawInterval = "100 millis"
const barWidth = 30

const bar = (done: number, total: number): string => {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.floor(part * barWidth)
  return `[${"#".repeat(full)}${"-".repeat(barWidth - full)}] ${Math.floor(part * 100)} %, ${done} of ${total}`
}

const eraseLine = "\r\u001B[2K"

/**
 * Shows progress on standard error, if that is a terminal, from one second after the start of `work` until its end: a bar
 * once `work` has reported a step, and the elapsed time before.
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
  const drawing = Effect.sleep(shownAfter).pipe(
    Effect.andThen(
      Effect.forever(Effect.andThen(draw, Effect.sleep(redrawInterval))).pipe(Effect.ensuring(write(eraseLine)))
    )
  )
  return yield* Effect.acquireUseRelease(Effect.forkChild(drawing), () => work(step), Fiber.interrupt)
})
