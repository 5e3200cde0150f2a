/** Pseudo-random numbers: the same seed gives the same numbers in the same order. */
export interface Chance {
  /** A whole number from 0 to `limit` - 1. */
  readonly below: (limit: number) => number
  readonly oneIn: (count: number) => boolean
  readonly pick: <A>(choices: readonly [A, ...ReadonlyArray<A>]) => A
  readonly guid: () => string
}

export const make = (seed: number): Chance => {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5f356495) | 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  const below = (limit: number) => next() % limit
  const hex = (digits: number) =>
    below(16 ** digits)
      .toString(16)
      .padStart(digits, "0")
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    guid: () => `${hex(7)}0-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
  }
}
