import { it } from "@effect/vitest"
import fc from "fast-check"

/** Equal seeds draw equal cases, so that a law holds in every run or in none. `LAW_SEED=2` draws others. */
export const seed = Number(process.env.LAW_SEED ?? 1)

fc.configureGlobal({ seed })

const runs = Number(process.env.LAW_RUNS ?? Number.NaN)

/** `it.prop` with this seed; `LAW_RUNS` sets how many cases each law draws. */
export const law: typeof it.prop = (name, arbitraries, property, options) => {
  const { arbitrary, ...rest } = typeof options === "object" ? options : {}
  it.prop(name, arbitraries, property, {
    ...rest,
    arbitrary: { ...arbitrary, seed, ...(runs > 0 && { runs }) }
  })
}
