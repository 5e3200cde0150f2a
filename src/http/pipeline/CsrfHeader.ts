import { Forbidden } from "../../api/Errors.ts"

/** The methods that IANA's HTTP method registry calls safe. Every other method counts as mutating. */
const safeMethods: ReadonlySet<string> = new Set([
  ...["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"],
  ...["PROPFIND", "REPORT", "SEARCH"]
])

/** Whether a request is mutating and lacks the header, which another site cannot make a browser send. */
export const isMissing = (request: {
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
}): boolean => !safeMethods.has(request.method) && request.headers["x-csrf-token"] !== "1"

export const missing = new Forbidden({ message: "This request needs the header X-CSRF-Token: 1." })

/** Every mutating request below this path needs the header, also when nothing is there; only login does not. */
export const guardedPrefix = "/api/"
