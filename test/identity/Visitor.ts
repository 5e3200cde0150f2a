import { Effect } from "effect"
import { publicUrl } from "./RealProvider.ts"

/** What a browser's address bar and cookies do, as far as a sign-in needs them. */
export class Visitor {
  readonly #jars = new Map<string, Map<string, string>>()
  readonly #servers: ReadonlyArray<string>

  /** `servers` are the addresses behind `publicUrl`; the first is asked unless a visit says otherwise. */
  constructor(...servers: ReadonlyArray<string>) {
    this.#servers = servers
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#jarOf(origin).get(name)
  }

  /** The names of an origin's cookies. */
  cookies(origin: string): ReadonlyArray<string> {
    return [...this.#jarOf(origin).keys()]
  }

  setCookie(origin: string, name: string, value: string): void {
    this.#jarOf(origin).set(name, value)
  }

  /** Sends one request, from the address `from` if the server trusts this one as a proxy; the answer's cookies are kept. */
  visit(address: string, { server = 0, from = "127.0.0.1", method = "GET", sent = {} } = {}) {
    return Effect.promise(async () => {
      const { origin } = new URL(address)
      const jar = this.#jarOf(origin)
      const isOurs = address.startsWith(publicUrl)
      const reached = isOurs ? `${this.#servers[server]}${address.slice(origin.length)}` : address
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
      const headers = { "x-forwarded-for": from, ...(cookie !== "" && { cookie }), ...sent }
      const response = await fetch(reached, { redirect: "manual", method, headers })
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === "" || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
        else jar.set(name, value)
      }
      const location = response.headers.get("location")
      return {
        status: response.status,
        headers: response.headers,
        text: await response.text(),
        location: location === null ? null : new URL(location, address).href
      }
    })
  }

  /** Follows redirects until the address is `stop`'s or the answer is no redirect; gives that address. */
  follow(address: string, stop: (address: string) => boolean) {
    return Effect.gen({ self: this }, function* () {
      let at = address
      for (let steps = 0; steps < 15 && !stop(at); steps += 1) {
        const { location } = yield* this.visit(at)
        if (location === null) return at
        at = location
      }
      return at
    })
  }

  #jarOf(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>()
    this.#jars.set(origin, jar)
    return jar
  }
}
