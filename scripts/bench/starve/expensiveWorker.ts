import { randomInt, randomUUID } from "node:crypto"
import { Agent, type IncomingMessage, request } from "node:http"
import { parentPort, workerData } from "node:worker_threads"
import { Effect } from "effect"
import { numbers } from "../Team.ts"
import type { World } from "./World.ts"

/** What is asked: a GET, or a POST with a body. */
type Call = readonly [path: string, body?: string]

/** A request that costs the service much more than its sender, repeated on several connections. */
interface ExpensiveRequest {
  readonly by: keyof World["expensive"]
  readonly connections: number
  readonly name: string
  readonly next: (world: World) => Call
  /** The pause between an answer and the next request. */
  readonly pauseMs?: number
  /** The answers are never read. */
  readonly isUnread?: boolean
}

/** Combining marks in descending order of their class, which take quadratic time to normalize. */
const combiningMarks = `a${"\u0301".repeat(15_500)}${"\u0316".repeat(15_500)}`

const deepArrays = "[".repeat(32_000) + "]".repeat(32_000)

const signIn = (username: string): Call => [
  "/api/auth/login",
  JSON.stringify({ username, password: "not the password" })
]

const edit = (eventType: string, targetId: string | undefined, data: unknown): Call => [
  "/api/events",
  JSON.stringify({ eventType, targetId, data })
]

const retitled = (targetId: string | undefined, title: string) => edit("update_objective_title", targetId, { title })

const anyPosition = ({ sequenceNumber }: World): number => randomInt(1, sequenceNumber)

const kind = (
  by: ExpensiveRequest["by"],
  connections: number,
  name: string,
  next: ExpensiveRequest["next"],
  more: Pick<ExpensiveRequest, "pauseMs" | "isUnread"> = {}
): ExpensiveRequest => ({ by, connections, name: more.isUnread ? `${name}, unread` : name, next, ...more })

const isUnread = { isUnread: true }

const rejections = ({ rejected }: World): Call => [`/api/history/entity/${rejected}`]

const expensiveRequests: ReadonlyArray<ExpensiveRequest> = [
  kind("nobody", 40, "/docs/reference", () => ["/docs/reference"], isUnread),
  kind("nobody", 20, "sign-in with 31,000 marks", () => signIn(combiningMarks)),
  kind("nobody", 100, "sign-in with a random name", () => signIn(randomUUID())),
  kind("nobody", 4, "sign-in of 64 KB in deep arrays", () => ["/api/auth/login", deepArrays]),
  kind("viewer", 40, "history of rejections", rejections, isUnread),
  kind("viewer", 4, "history of rejections", rejections),
  kind("viewer", 20, "event stream", () => ["/api/sse?lastEventId=none"], isUnread),
  kind("viewer", 4, "view of a wide team", ({ wide }) => [`/api/teams/${wide.teamId}/objectives`]),
  kind("viewer", 2, "deck of a wide team", ({ wide }) => [`/api/teams/${wide.teamId}/export`]),
  kind("viewer", 4, "deck of an earlier state", ({ ordinary, sequenceNumber }) => [
    `/api/teams/${ordinary.teamId}/export?at=${sequenceNumber - randomInt(200)}`
  ]),
  kind("editor", 4, "rejected edit of 60 KB", ({ rejected }) => retitled(rejected, randomUUID() + "x".repeat(60_000))),
  kind("editor", 4, "title of 31,000 marks", ({ rejected }) => retitled(rejected, combiningMarks)),
  kind("editor", 2, "description of 4,000 emoji", ({ described }) =>
    edit("update_description", described, { description: randomUUID() + "\u{1F600}".repeat(4_000) })
  ),
  kind("editor", 2, "edit in a wide team", ({ wide }) =>
    retitled(wide.objectiveIds[randomInt(wide.objectiveIds.length)], randomUUID())
  ),
  kind("admin", 2, "global log, 500 a page", () => ["/api/history/all?limit=500"]),
  kind("admin", 2, "preview of a restore", (world) => [`/api/history/preview?sequenceNumber=${anyPosition(world)}`]),
  kind(
    "admin",
    1,
    "restore of a team",
    (world) => edit("restore_history", undefined, { sequenceNumber: anyPosition(world), teamId: world.wide.teamId }),
    { pauseMs: 2_000 }
  ),
  kind("admin", 1, "rebuild", () => ["/api/admin/rebuild-history", ""], { pauseMs: 1_000 })
]

/** Each kind of caller has an address of its own. */
const addresses = { nobody: "127.0.0.2", viewer: "127.0.0.3", editor: "127.0.0.4", admin: "127.0.0.5" }

/** A caller gives up if it receives nothing for this time. */
const silenceMs = 60_000

/** How long an answer is left unread: without reading, only a reset is noticed when the server closes. */
const unreadMs = 45_000

const usualPauseMs = 5

/** How a response is counted. The only 5xx that the API declares is a 503 with `Retry-After`. */
const statusOf = ({ statusCode = 0, headers }: IncomingMessage): string =>
  statusCode < 500 || (statusCode === 503 && headers["retry-after"] !== undefined)
    ? String(statusCode)
    : `${statusCode}, undeclared`

const agent = new Agent({ keepAlive: true })

/** Sends the next request of a kind; gives its status at the end of the answer, or the reason if there was none. */
const exchange = (world: World, { by, next, isUnread }: ExpensiveRequest) =>
  Effect.callback<string>((resume) => {
    const [path, body] = next(world)
    const type = body ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {}
    const headers = { cookie: `strategy_session=${world.expensive[by]}`, "x-csrf-token": "1", ...type }
    const ended = ({ message }: Error) => resume(Effect.succeed(message))
    const options = { agent, headers, localAddress: addresses[by], method: body === undefined ? "GET" : "POST" }
    const sent = request(world.url + path, options, (response) => {
      response.on("error", ended).on("end", () => resume(Effect.succeed(statusOf(response))))
      if (!isUnread) response.resume()
    })
    const [timeout, why] = isUnread ? [unreadMs, "unread"] : [silenceMs, "no answer in time"]
    sent.setTimeout(timeout, () => sent.destroy(new Error(why)))
    // The end of a short answer that is left unread is never heard.
    sent.on("close", () => ended(new Error(why)))
    sent.on("error", ended).end(body)
  })

/** Sends requests of a kind one after the other, and tells how each was answered. */
const repeat = (world: World, kind: ExpensiveRequest) =>
  exchange(world, kind).pipe(
    Effect.map((how) => parentPort?.postMessage(`${kind.name}: ${how}`)),
    Effect.andThen(Effect.sleep(kind.pauseMs ?? usualPauseMs)),
    Effect.forever
  )

const all = expensiveRequests.flatMap((kind) => numbers(kind.connections).map(() => repeat(workerData, kind)))
Effect.runFork(Effect.all(all, { concurrency: "unbounded", discard: true }))
