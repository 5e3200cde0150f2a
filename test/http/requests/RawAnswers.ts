import { connect, type Socket } from "node:net"
import { Effect } from "effect"

/** A response as received on a raw connection. */
export interface RawAnswer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const head = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/

/** Parses the complete responses at the beginning of the text; each but a 100 must have a content length. */
export const parse = (received: string): ReadonlyArray<RawAnswer> => {
  const [whole = "", status, lines = ""] = head.exec(received) ?? []
  if (status === undefined) return []
  const headers = new Map(
    lines
      .split("\r\n")
      .filter((line) => line !== "")
      .map(
        (line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()] as const
      )
  )
  const end = whole.length + Number(headers.get("content-length") ?? 0)
  const body = received.slice(whole.length, end)
  return [{ status: Number(status), headers, body }, ...parse(received.slice(end))]
}

export interface RawConnection {
  readonly write: (bytes: string) => void
  /** All text received so far. */
  readonly received: () => string
  /** Waits until the received text satisfies the predicate, or the connection is closed. */
  readonly until: (holds: (received: string) => boolean) => Effect.Effect<string>
  readonly closed: Effect.Effect<void>
  readonly socket: Socket
}

/** Opens a raw connection, which is closed with the scope. */
export const open = (url: string) =>
  Effect.acquireRelease(
    Effect.callback<RawConnection>((resume) => {
      const { hostname, port } = new URL(url)
      let received = ""
      const socket = connect({ port: Number(port), host: hostname, noDelay: true }, () => {
        const isOver = new Promise<void>((resolve) => socket.once("close", () => resolve()))
        const until = (holds: (received: string) => boolean) =>
          Effect.callback<string>((resume) => {
            const look = () => {
              if (holds(received) || socket.closed) resume(Effect.succeed(received))
            }
            socket.on("data", look).on("close", look)
            look()
          })
        resume(
          Effect.succeed({
            write: (bytes) => socket.write(bytes, "latin1"),
            received: () => received,
            until,
            closed: Effect.promise(() => isOver),
            socket
          })
        )
      })
      // A reset counts as an end.
      socket.on("error", () => {})
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1")
      })
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

/** Waits for `count` responses; returns fewer if the connection is closed before. */
export const answers = (connection: RawConnection, count: number) =>
  Effect.map(
    connection.until((received) => parse(received).length >= count),
    parse
  )

/** A submission of a new team as text, which the shortcut answers if the session is cached. */
export const submission = (token: string, name: string) => {
  const body = JSON.stringify({ eventType: "create_team", data: { name, color: "#123456" } })
  const head = [
    "POST /api/events HTTP/1.1",
    "Host: x",
    `Cookie: strategy_session=${token}`,
    "X-CSRF-Token: 1",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`
  ].join("\r\n")
  return { head: `${head}\r\n\r\n`, body }
}
