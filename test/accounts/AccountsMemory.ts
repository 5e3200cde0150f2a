import { Layer } from "effect"
import { AccountLog } from "../../src/accounts/AccountLog.ts"
import { FailedSignIns } from "../../src/accounts/FailedSignIns.ts"
import { Login } from "../../src/accounts/Login.ts"
import { LoginThrottle, PasswordChangeThrottle } from "../../src/accounts/LoginThrottle.ts"
import { SessionStore } from "../../src/accounts/SessionStore.ts"
import { UserStore } from "../../src/accounts/UserStore.ts"
import { Users } from "../../src/accounts/Users.ts"
import * as CountedHasher from "./CountedHasher.ts"
import * as TestRandom from "./TestRandom.ts"

/** All services of accounts, in memory, made anew for each test. */
export const layer = Layer.fresh(
  Layer.mergeAll(Login.layer, Users.layer).pipe(
    Layer.provideMerge([LoginThrottle.layer, PasswordChangeThrottle.layer, FailedSignIns.layer]),
    Layer.provideMerge(SessionStore.layerMemory),
    Layer.provideMerge(UserStore.layerMemory),
    Layer.provideMerge(AccountLog.layerMemory),
    Layer.provideMerge(CountedHasher.layer),
    Layer.provideMerge(TestRandom.layer)
  )
)
