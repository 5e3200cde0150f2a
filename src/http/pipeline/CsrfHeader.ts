import { Forbidden } from "../../api/Errors.ts"

/** The methods that HTTP's registry calls safe: they change nothing. Every other method counts as mutating. */
const safeMethods: ReadonlySet<string> = new Set([
  ...["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"],
  ...["PROPFIND", "REPORT", "SEARCH"]
])

/** Whether a request may change something and lacks the header that a foreign site cannot make a browser send. */
export const isMissing = (request: {
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
}): boolean => !safeMethods.has(request.method) && request.headers["x-csrf-token"] !== "1"

export const missing = new Forbidden({ message: "This request needs the header X-CSRF-Token: 1." })

/** Below this every mutating request needs the header, whether or not its path leads somewhere; login alone does not. */
export const guardedPrefix = "/api/"
