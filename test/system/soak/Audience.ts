import { Effect, Fiber, Schedule } from "effect"
import { type Follower, follow } from "../../support/EventStream.ts"
import type { Chance } from "./Chance.ts"
import type { Server } from "./Servers.ts"
import type { Pair, Person } from "./Writer.ts"

export interface Audience {
  readonly followers: ReadonlyArray<Follower>
  /** Frames that were not the same, byte for byte, for everybody; the first ones. */
  readonly differences: ReadonlyArray<string>
  readonly received: () => number
  /** Those who were with this server before it went return to it. */
  readonly comeBack: (server: Server) => void
  /** From now on nobody hops: what they still lack has to come to them. */
  readonly stay: Effect.Effect<void>
}

/** Laptops that are closed, and opened elsewhere. */
const hopEvery = "500 millis"

/** As many followers on each server for each person, until the scope closes; one of them hops now and then. */
export const make = Effect.fnUntraced(function* (
  servers: Pair,
  people: ReadonlyArray<Person>,
  each: number,
  chance: Chance
) {
  const told = new Map<string, string>()
  const differences: Array<string> = []
  let received = 0

  const compare = (id: string, text: string): void => {
    received += 1
    const before = told.get(id)
    if (before === undefined) told.set(id, text)
    else if (before !== text && differences.length < 20) differences.push(`${id}: ${before} and ${text}`)
  }

  const members = people.flatMap(({ token }) =>
    servers.flatMap((home, index) => {
      const { url: away } = servers[index === 0 ? 1 : 0]
      return Array.from({ length: each }, () => ({
        home,
        following: follow({ urls: [home.url, away], token, onChange: ({ id, text }) => compare(id, text) })
      }))
    })
  )
  yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all(members.map((_) => _.following.close()))))

  const hopping = yield* Effect.sync(() => members[chance.below(members.length)]?.following.hop()).pipe(
    Effect.repeat(Schedule.spaced(hopEvery)),
    Effect.forkScoped
  )

  const audience: Audience = {
    followers: members.map(({ following }) => following),
    differences,
    received: () => received,
    stay: Fiber.interrupt(hopping),
    comeBack: (server) => {
      for (const { home, following } of members) if (home === server && following.url !== server.url) following.hop()
    }
  }
  return audience
})
