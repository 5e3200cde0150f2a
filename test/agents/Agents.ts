import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { HashMap, Layer, Option } from "effect"
import * as App from "../../src/App.ts"
import { ChangeSets } from "../../src/agents/ChangeSets.ts"
import { TokenId } from "../../src/domain/entities/Ids.ts"
import type { TokenIdentity } from "../../src/domain/Identity.ts"
import { changesBetween, type EntityChange } from "../../src/domain/state/EntityChanges.ts"
import { findTeam, type State } from "../../src/domain/state/State.ts"
import { userId } from "../log/Samples.ts"

export const caller = (over: Partial<TokenIdentity> = {}): TokenIdentity => ({
  userId: userId(1),
  username: "ada",
  displayName: null,
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

/** What people see to differ between two states; not how many check-ins a measure had. */
export const differences = (before: State, after: State): ReadonlyArray<EntityChange> =>
  [...new Set([...HashMap.keys(before.teams), ...HashMap.keys(after.teams)])]
    .flatMap((id) => {
      const [then, now] = [before, after].map((state) => Option.getOrUndefined(findTeam(state, id)))
      return changesBetween(then, now)
    })
    .filter(({ kind, fields }) => kind !== "changed" || fields.some(({ field }) => field !== "checkIns"))
