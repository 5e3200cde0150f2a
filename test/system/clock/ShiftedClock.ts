/**
 * Loaded before a server (`node --import`): its wall clock is off by `CLOCK_OFFSET_MS`. Timers and the monotonic clock are not.
 * PGlite asks `Date` for the time, so an embedded database has the same wrong clock.
 */
const real = Date
const offset = Number(process.env.CLOCK_OFFSET_MS)
const now = (): number => real.now() + offset

globalThis.Date = new Proxy(real, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new real(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key))
})
