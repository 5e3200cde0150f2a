import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Role } from "../../../src/domain/entities/Role.ts"
import { Browser } from "../../support/Browser.ts"
import { addUser, BaseUrl, password, signIn } from "../../support/TestServer.ts"

/** Gives the pages of this page's browser context a session, which takes less than signing in through the form. */
export const useSession = (page: Page, url: string, token: string): Promise<void> =>
  page.context().addCookies([{ name: "strategy_session", value: token, url }])

/**
 * Opens a path in a new browser, with the session of `token` if there is one. `errors` returns the errors of the page's
 * console, except for answers with the statuses `expected`.
 */
export const visit = Effect.fnUntraced(function* (
  path: string,
  expected: ReadonlyArray<number> = [401],
  token?: string
) {
  const base = yield* BaseUrl
  const { page, errors } = yield* (yield* Browser).visit({ viewport: { width: 1100, height: 800 } })
  yield* Effect.promise(async () => {
    if (token !== undefined) await useSession(page, base, token)
    await page.goto(`${base}${path}`)
  })
  const known = new RegExp(`status of (${expected.join("|")})`)
  return { page, errors: () => errors.filter((line) => !known.test(line)) }
})

export const enter = async (page: Page, name: string, secret = password): Promise<void> => {
  await page.getByLabel("Username").fill(name)
  await page.getByLabel("Password").fill(secret)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** Creates a user, signs it in by the API and opens the path. */
export const signedIn = Effect.fnUntraced(function* (
  name: string,
  role: Role,
  path: string,
  expected?: ReadonlyArray<number>
) {
  const user = yield* Effect.orDie(addUser(name, role))
  const visited = yield* visit(path, expected, yield* signIn(name))
  yield* Effect.promise(() => visited.page.getByRole("banner").waitFor())
  return { ...visited, user }
})

/** Creates a user, opens the path and signs in through its form. */
export const signedInByForm = Effect.fnUntraced(function* (name: string, role: Role, path: string) {
  const user = yield* Effect.orDie(addUser(name, role))
  const visited = yield* visit(path)
  yield* Effect.promise(async () => {
    await enter(visited.page, name)
    await visited.page.getByRole("banner").waitFor()
  })
  return { ...visited, user }
})
