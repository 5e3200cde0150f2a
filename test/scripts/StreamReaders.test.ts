import { createServer, type ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Readers from "../../scripts/bench/streams/readers/Readers.ts"
import { ResponseReader } from "../../scripts/bench/streams/readers/ResponseReader.ts"
import { StreamProgress } from "../../scripts/bench/streams/readers/StreamProgress.ts"
import { listen, urlAt } from "../../scripts/support/LocalServer.ts"

const bodyOf = (parts: ReadonlyArray<Buffer>) => {
  let body = ""
  const reader = new ResponseReader((bytes, start, end) => {
    body += bytes.toString("latin1", start, end)
  })
  for (const part of parts) reader.feed(part, part.length)
  return { body, status: reader.status, ended: reader.ended }
}

describe("The response of a stream", () => {
  it("is read the same however it is split into chunks, without heartbeats", () => {
    const text =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n" +
      "4\r\nabcd\r\n3\r\n:\n\n\r\n1F\r\n0123456789012345678901234567890\r\n0\r\n\r\n"
    const bytes = Buffer.from(text, "latin1")
    for (let cut = 0; cut <= bytes.length; cut++) {
      assert.deepStrictEqual(bodyOf([bytes.subarray(0, cut), bytes.subarray(cut)]), {
        body: "abcd0123456789012345678901234567890",
        status: 200,
        ended: true
      })
    }
    assert.isFalse(bodyOf([bytes.subarray(0, bytes.length - 6)]).ended)
  })

  it("lasts until the end of the connection if it is not chunked", () => {
    const whole = Buffer.from("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n3\r\nabc\r\n")
    assert.deepStrictEqual(bodyOf([whole]), { body: "3\r\nabc\r\n", status: 503, ended: false })
  })
})

describe("StreamProgress", () => {
  it("reports a position when the last stream has reached it or ended", async () => {
    const milestones = new StreamProgress(3)
    milestones.advance(0, 10)
    const first = milestones.reach(5)
    const second = milestones.reach(10)
    let reached = 0
    first.then(() => reached++)
    milestones.advance(1, 12)
    await Promise.resolve()
    assert.strictEqual(reached, 0)
    milestones.advance(2, 7)
    assert.strictEqual((await first).missing, 0)
    milestones.leave(2)
    assert.strictEqual((await second).missing, 1)
    const third = milestones.reach(12)
    milestones.advance(0, 12)
    assert.strictEqual((await third).missing, 1)
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
  it.live("reports what each stream received, in which order, and how it ended", () =>
    Effect.gen(function* () {
      const { url, responses } = yield* opened
      const readers = yield* Readers.start
      const { group } = yield* Readers.open(readers, { url, tokens, reading: "changes" })
      yield* readers.ask("keepArrivals", { group, on: true })
      for (const response of responses) response.write(change(6))
      yield* Readers.reach(readers, group, 6)
      const [first, second, third] = responses
      const read = yield* readers.ask("bytes", group)
      first?.write(change(7) + change(8))
      second?.write(change(8) + change(7) + change(8))
      const written = 5 * change(7).length
      yield* readers.ask("bytes", group).pipe(Effect.repeat({ until: (bytes) => bytes === read + written }))
      third?.end('retry: 1\nevent: end\ndata: {"reason":"shutdown"}\n\n')
      const error = yield* Effect.flip(Readers.reach(readers, group, 8))
      assert.strictEqual(error.message, "1 streams ended before they had reached 8.")
      const report = yield* readers.ask("report", group)
      assert.deepStrictEqual(report.frames, { min: 1, max: 4 })
      assert.deepStrictEqual(
        report.arrivals.map(([sequenceNumber, { length }]) => [sequenceNumber, length]),
        [
          [6, 3],
          [7, 2],
          [8, 3]
        ]
      )
      assert.deepStrictEqual([report.closed, report.disordered, report.resets], [1, 1, 0])
      assert.deepInclude(report.endings, ["end", 1])
    }).pipe(Effect.scoped)
  )

  it.live("notices a different byte and an additional byte", () =>
    Effect.gen(function* () {
      const { url, responses } = yield* opened
      const readers = yield* Readers.start
      const { group } = yield* Readers.open(readers, { url, tokens, reading: "bytes" })
      for (const response of responses) response.write(change(6))
      yield* Readers.reach(readers, group, change(6).length)
      const same = yield* readers.ask("report", group)
      assert.deepStrictEqual(same.lengths, [change(6).length])
      assert.lengthOf(same.checksums, 1)
      yield* readers.ask("restart", group)
      const [first, second, third] = responses
      first?.write(change(8))
      second?.write(change(7))
      third?.write(`${change(7)}!!!!`)
      yield* Readers.reach(readers, group, change(7).length)
      const others = yield* readers.ask("report", group)
      assert.notDeepEqual(others.checksums, same.checksums)
      assert.deepStrictEqual([...others.lengths].sort(), [change(7).length, change(7).length + 4])
    }).pipe(Effect.scoped)
  )

  it.live("reports why streams do not open", () =>
    Effect.gen(function* () {
      const readers = yield* Readers.start
      const { url } = yield* Effect.scoped(opened)
      const error = yield* Effect.flip(Readers.open(readers, { url, tokens, reading: "changes" }))
      assert.strictEqual(error.message, "3 of 3 streams did not open: ECONNREFUSED.")
    }).pipe(Effect.scoped)
  )
})
