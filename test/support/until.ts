import { Effect } from "effect"

const pause = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 10)))

/** Repeats an effect until its value is right, and gives that value. It pauses in real time, whatever the test's clock. */
export const until = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>, is: (value: A) => boolean) {
  for (;;) {
    const value = yield* effect
    if (is(value)) return value
    yield* pause
  }
})

export const untilTrue = (holds: () => boolean | Promise<boolean>) =>
  until(
    Effect.promise(async () => holds()),
    (_) => _
  )
