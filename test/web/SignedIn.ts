import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Role } from "../../src/domain/entities/Role.ts"
import { Browser } from "../support/Browser.ts"
import { addUser, BaseUrl, password } from "../support/TestServer.ts"

/**
 * Opens a path in a new browser without a session. `errors` returns the errors of the page's console, except for
 * answers with the statuses `expected`.
 */
export const visit = Effect.fnUntraced(function* (path: string, expected: ReadonlyArray<number> = [401]) {
  const base = yield* BaseUrl
  const { page, errors } = yield* (yield* Browser).visit({ viewport: { width: 1100, height: 800 } })
  yield* Effect.promise(() => page.goto(`${base}${path}`))
  const known = new RegExp(`status of (${expected.join("|")})`)
  return { page, errors: () => errors.filter((line) => !known.test(line)) }
})

export const enter = async (page: Page, name: string, secret = password): Promise<void> => {
  await page.getByLabel("Username").fill(name)
  await page.getByLabel("Password").fill(secret)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** Creates a user and signs it in through the page at `path`. */
export const signedIn = Effect.fnUntraced(function* (
  name: string,
  role: Role,
  path: string,
  expected: ReadonlyArray<number> = [401]
) {
  const user = yield* Effect.orDie(addUser(name, role))
  const visited = yield* visit(path, expected)
  yield* Effect.promise(async () => {
    await enter(visited.page, name)
    await visited.page.getByRole("banner").waitFor()
  })
  return { ...visited, user }
})
