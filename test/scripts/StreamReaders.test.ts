import { createServer, type ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Responses } from "../../scripts/bench/load/Responses.ts"
import { startReaders } from "../../scripts/bench/streams/Readers.ts"
import { listen, urlAt } from "../../scripts/support/LocalServer.ts"

describe("The responses on a connection", () => {
  it("are read the same however they are split into packets, chunked or with a length", () => {
    const text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n1F\r\n0123456789012345678901234567890\r\n0\r\n\r\n" +
      "HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok"
    const bytes = Buffer.from(text, "latin1")
    for (let cut = 0; cut <= bytes.length; cut++) {
      const ended: Array<string> = []
      let body = ""
      const responses = new Responses(
        (part) => {
          body += part.toString("latin1")
        },
        () => {
          ended.push(`${responses.status} ${body}`)
          body = ""
        }
      )
      responses.feed(bytes.subarray(0, cut))
      responses.feed(bytes.subarray(cut))
      assert.deepStrictEqual(ended, ["200 abcd0123456789012345678901234567890", "304 ", "201 ok"])
    }
  })
})

/** A server that has written the first frame to every stream, until the scope closes. */
const opened = Effect.gen(function* () {
  const responses: Array<ServerResponse> = []
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" })
    response.write('retry: 1\nid: e.5\nevent: ready\ndata: {"sequenceNumber":5}\n\n')
    responses.push(response)
  })
  return { url: urlAt(yield* listen(server)), responses }
})

const change = (n: number) => `id: e.${n}\nevent: change\ndata: {"sequenceNumber":${n}}\n\n`

const tokens = ["a", "b", "c"]

describe("The process of clients", () => {
  it.live("notes when each change arrives, however its frame is split, and fails when a stream ends", () =>
    Effect.gen(function* () {
      const { url, responses } = yield* opened
      const readers = yield* startReaders
      yield* readers.ask("open", { url, tokens })
      yield* readers.ask("keepArrivals")
      for (const response of responses) response.write(change(6).slice(0, 5))
      for (const response of responses) response.write(change(6).slice(5) + change(7))
      const arrivals = yield* readers.ask("arrivals", 6)
      assert.deepStrictEqual(arrivals.map(([sequenceNumber]) => sequenceNumber).sort(), [6, 6, 6, 7, 7, 7])
      responses[2]?.end()
      const error = yield* Effect.flip(readers.ask("arrivals", 7))
      assert.strictEqual(error.message, "The clients failed: A stream has ended.")
    }).pipe(Effect.scoped)
  )

  it.live("notices a different byte and an additional byte, and counts no heartbeats", () =>
    Effect.gen(function* () {
      const { url, responses } = yield* opened
      const readers = yield* startReaders
      yield* readers.ask("open", { url, tokens })
      const { length } = change(6)
      const reported = Effect.fnUntraced(function* (bodies: ReadonlyArray<string>) {
        yield* readers.ask("restart")
        for (const [n, response] of responses.entries()) {
          response.write(":\n\n")
          response.write(bodies[n])
        }
        yield* readers.ask("reach", length)
        return yield* readers.ask("report")
      })
      const same = yield* reported([change(6), change(6), change(6)])
      assert.deepStrictEqual([same.lengths, same.checksums.length], [[length], 1])
      const others = yield* reported([change(8), change(7), `${change(7)}!!!!`])
      assert.notDeepEqual(others.checksums, same.checksums)
      assert.deepStrictEqual([...others.lengths].sort(), [length, length + 4])
    }).pipe(Effect.scoped)
  )
})
