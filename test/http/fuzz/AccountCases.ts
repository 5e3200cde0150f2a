import fc from "fast-check"
import { flaw, nastyText, textOf, withFlaw } from "./Bodies.ts"
import { type Case, seed, userOf, weighted } from "./Case.ts"
import { calm, type Draft, rough, withBody } from "./Message.ts"
import { password, pick, type World } from "./World.ts"

interface Operation {
  readonly method: string
  readonly draft: (
    world: World,
    n: number
  ) => {
    readonly target: string
    readonly body: object
    readonly token?: string | undefined
    readonly headers?: Record<string, string>
  }
  readonly answered?: Case["answered"]
}

const odd = (n: number): boolean => n % 2 === 1

const operations: Readonly<Record<string, Operation>> = {
  login: {
    method: "POST",
    draft: (world, n) => ({
      target: "/api/auth/login",
      body: { username: pick(world.logins, n >> 2), password: n % 4 === 0 ? "wrong" : password },
      // A login ends the session of its cookie, so it must not be one that later requests need.
      headers: { cookie: `strategy_session=${world.spare.pop() ?? "none"}` }
    })
  },
  changePassword: {
    method: "POST",
    draft: (world, n) => {
      const changer = pick(world.changers, n >> 1)
      return {
        target: "/api/auth/change-password",
        token: changer?.token,
        body: { currentPassword: changer?.password, newPassword: odd(n) ? password : `${password} ${n}` }
      }
    },
    answered: (world, { status }, { headers, body }) => {
      const changer = world.changers.find(({ token }) => headers.cookie?.includes(token))
      if (status !== 200 || changer === undefined) return
      const sent: { readonly newPassword: string } = JSON.parse(new TextDecoder().decode(body))
      changer.password = sent.newPassword
    }
  },
  createUser: {
    method: "POST",
    draft: (_, n) => ({
      target: "/api/admin/users",
      body: { username: `made ${n % 200}`, password, role: pick(["viewer", "editor", "admin"], n >> 8) }
    })
  },
  setRole: {
    method: "PUT",
    draft: (world, n) => ({
      target: `/api/admin/users/${userOf(world, n)}/role`,
      body: { role: pick(["viewer", "editor", "admin"], n) }
    })
  }
}

export const account = fc.constantFrom(...Object.values(operations)).chain(({ method, draft, answered = () => {} }) => {
  const of =
    (write: (body: object) => string, n: number): Draft =>
    (world) => {
      const { body, ...rest } = draft(world, n)
      return { ...rest, text: write(body) }
    }
  return weighted<Case>(
    [3, fc.tuple(calm, seed).map(([sent, n]) => withBody(method, of(textOf, n))(sent))],
    [
      3,
      fc.tuple(rough, seed, flaw).map(([sent, n, spoil]) =>
        withBody(
          method,
          of((body) => withFlaw(body, spoil), n)
        )(sent)
      )
    ],
    [
      2,
      fc.tuple(rough, seed, nastyText).map(([sent, n, text]) =>
        withBody(
          method,
          of(() => text, n)
        )(sent)
      )
    ]
  ).map((made) => ({ ...made, answered }))
})
