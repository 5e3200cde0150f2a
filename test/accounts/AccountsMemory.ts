import { Layer } from "effect"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { FailedSignIns } from "../../src/accounts/passwords/FailedSignIns.ts"
import { Login } from "../../src/accounts/passwords/Login.ts"
import { LoginThrottle, PasswordChangeThrottle } from "../../src/accounts/passwords/LoginThrottle.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { Users } from "../../src/accounts/users/Users.ts"
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
