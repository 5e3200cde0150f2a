import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { HashMap, Layer, Option } from "effect"
import * as App from "../../src/App.ts"
import { ChangeSets } from "../../src/agents/ChangeSets.ts"
import { TokenId } from "../../src/domain/entities/Ids.ts"
import type { TokenIdentity } from "../../src/domain/Identity.ts"
import type { State } from "../../src/domain/state/State.ts"
import { teamContents } from "../../src/domain/views/Contents.ts"
import { userId } from "../log/Samples.ts"

export const caller = (over: Partial<TokenIdentity> = {}): TokenIdentity => ({
  userId: userId(1),
  username: "ada",
  role: "admin",
  expiresAt: Number.MAX_SAFE_INTEGER,
  token: {
    id: TokenId.make("00000000-0000-4000-b000-000000000001"),
    name: "Planning agent",
    scope: "admin"
  },
  ...over
})

/** Change sets over a log of their own. The stores are left to be provided. */
export const changeSets = Layer.fresh(Layer.provideMerge(ChangeSets.layer, App.planning())).pipe(
  Layer.provide(NodeCrypto.layerSecureRandom)
)

/** Everything that people see of a strategy, by id; not how many check-ins a measure had. */
export const contentsOf = (state: State) =>
  new Map(
    HashMap.toValues(state.teams)
      .flatMap((team) => [...teamContents(team)])
      .map(
        ([
          id,
          {
            fields: { checkIns: _, ...fields },
            ...rest
          }
        ]) => [id, { ...rest, fields }] as const
      )
      .sort(([a], [b]) => (a < b ? -1 : 1))
  )

export const teamIn = (state: State, name: string) =>
  Option.getOrThrow(Option.fromNullishOr(HashMap.toValues(state.teams).find((team) => team.name === name)))
