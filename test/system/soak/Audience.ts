import { Effect, Fiber, Schedule } from "effect"
import { type Follower, follow } from "../../support/EventStream.ts"
import type { Chance } from "./Chance.ts"
import type { Server } from "./Servers.ts"
import type { Pair, Person } from "./Writer.ts"

export interface Audience {
  readonly followers: ReadonlyArray<Follower>
  /** The first 20 frames that differed, byte for byte, between followers. */
  readonly differences: ReadonlyArray<string>
  readonly received: () => number
  /** Makes the followers whose home is this server return to it after a restart. */
  readonly comeBack: (server: Server) => void
  /** Stops the hopping, so that every follower gets the remaining frames on its present connection. */
  readonly stay: Effect.Effect<void>
}

/** A hop stands for a laptop that is closed and opened elsewhere. */
const hopEvery = "500 millis"

/** Opens `each` followers on each server for each person, until the scope closes; every `hopEvery` one of them hops. */
export const make = Effect.fnUntraced(function* (
  servers: Pair,
  people: ReadonlyArray<Person>,
  each: number,
  chance: Chance
) {
  const seenFrames = new Map<string, string>()
  const differences: Array<string> = []
  let received = 0

  const compare = (id: string, text: string): void => {
    received += 1
    const before = seenFrames.get(id)
    if (before === undefined) seenFrames.set(id, text)
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
