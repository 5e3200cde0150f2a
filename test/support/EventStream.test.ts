import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { listen, urlAt } from "../../scripts/support/LocalServer.ts"
import { type Ended, type Frame, follow, open } from "./EventStream.ts"
import * as EventStreamParser from "./EventStreamParser.ts"

const parsed = (...chunks: ReadonlyArray<Uint8Array>) => {
  const heard: Array<EventStreamParser.Block | string> = []
  const parse = EventStreamParser.make({ block: (block) => heard.push(block), comment: (text) => heard.push(text) })
  for (const chunk of chunks) parse(chunk)
  return heard
}

const bytes = (text: string) => new TextEncoder().encode(text)

const block = (fields: Partial<EventStreamParser.Block>): EventStreamParser.Block => ({
  event: "message",
  id: "",
  data: "",
  retry: null,
  ...fields
})

const grammar: ReadonlyArray<readonly [string, string, ReadonlyArray<EventStreamParser.Block | string>]> = [
  [
    "a whole first chunk",
    'retry: 2000\nid: e.7\nevent: ready\ndata: {"sequenceNumber":7}\n\n',
    [block({ event: "ready", id: "e.7", data: '{"sequenceNumber":7}', retry: 2000 })]
  ],
  ["CR ends lines", "data: a\rdata: b\r\rdata: c\r\r", [block({ data: "a\nb" }), block({ data: "c" })]],
  ["CRLF ends lines", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", [block({ data: "a\nb" }), block({ data: "c" })]],
  [
    "CR, LF and CRLF may be mixed",
    "data: a\r\rdata: b\n\r\ndata: c\r\n\n",
    ["a", "b", "c"].map((data) => block({ data }))
  ],
  ["a comment is not an event", ":\n\n: still here \n\n", ["", " still here "]],
  ["one space after the colon is dropped", "data:  a\ndata:b\ndata\n\n", [block({ data: " a\nb\n" })]],
  [
    "an id holds for the events after it",
    "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
    [block({ id: "1", data: "a" }), block({ id: "1", data: "b" }), block({ data: "c" })]
  ],
  ["an id with NULL is ignored", "id: 1\nid: 2\0\ndata: a\n\n", [block({ id: "1", data: "a" })]],
  ["an id without data counts", "id: 4\n\ndata: a\n\n", [block({ id: "4", data: "a" })]],
  [
    "a retry without data counts; a retry that is not a number is ignored",
    "retry: 5\nretry: 1.5\n\ndata: a\n\ndata: b\n\n",
    [block({ data: "a", retry: 5 }), block({ data: "b" })]
  ],
  ["an event without data is dropped with its name", "event: x\n\ndata: a\n\n", [block({ data: "a" })]],
  ["unknown fields and a colon in the value", "when: 1\ndata: a:b: c\n\n", [block({ data: "a:b: c" })]],
  ["an event without an empty line after it is dropped", "data: a\n\ndata: b\n", [block({ data: "a" })]],
  ["characters of two, three and four bytes", "data: ä€𝄞\n\n", [block({ data: "ä€𝄞" })]],
  ["a byte order mark at the start", "\ufeffdata: a\n\n", [block({ data: "a" })]]
]

describe("EventStreamParser", () => {
  it.each(grammar)("%s, however the bytes are split into chunks", (_, text, expected) => {
    const whole = bytes(text)
    assert.deepStrictEqual(parsed(...[...whole].map((byte) => Uint8Array.of(byte))), expected)
    for (let at = 0; at <= whole.length; at++) {
      assert.deepStrictEqual(parsed(whole.subarray(0, at), whole.subarray(at)), expected)
    }
  })

  it("throws on bytes that are not UTF-8", () => {
    assert.throws(() => parsed(bytes("data: "), Uint8Array.of(0xc3, 0x28)))
  })
})

type Script = (response: ServerResponse, request: IncomingMessage) => void

const withServer = <A>(script: Script, use: (url: string) => Promise<A>): Promise<A> =>
  listen(createServer((request, response) => script(response, request))).pipe(
    Effect.flatMap((port) => Effect.promise(() => use(urlAt(port)))),
    Effect.scoped,
    Effect.runPromise
  )

const stream = (response: ServerResponse, text: string) =>
  response.writeHead(200, { "content-type": "text/event-stream" }).write(text)

const endings: ReadonlyArray<readonly [string, Script, Ended]> = [
  [
    "end",
    (response) => {
      stream(response, 'event: end\ndata: {"reason":"shutdown"}\n\n')
      response.end()
    },
    { how: "end", reason: "shutdown" }
  ],
  [
    "busy",
    (response) => {
      stream(response, 'retry: 9\nevent: busy\ndata: {"scope":"user"}\n\n')
      response.end()
    },
    { how: "busy", scope: "user" }
  ],
  [
    "closed",
    (response) => {
      stream(response, "data: 1\n\n")
      response.end()
    },
    { how: "closed" }
  ],
  [
    "cut",
    (response) => {
      stream(response, "data: 1\n\n")
      setTimeout(() => response.destroy(), 20)
    },
    { how: "cut", message: "aborted" }
  ],
  ["error", (response) => response.destroy(), { how: "error", message: "socket hang up" }],
  ["status", (response) => response.writeHead(401).end("no"), { how: "status", status: 401, body: "no" }]
]

describe("open", () => {
  it.each(endings)("reports how a stream ended: %s", (_, script, expected) =>
    withServer(script, async (url) => assert.deepStrictEqual(await open({ url, token: "t" }).ended, expected))
  )

  it("sends the session cookie and Last-Event-ID, and gives frames as they arrive", () =>
    withServer(
      (response, { headers }) => {
        stream(response, `:\n\nid: e.1\ndata: ${JSON.stringify([headers.cookie, headers["last-event-id"]])}\n\n`)
        setTimeout(() => response.write("event: change\nid: e.2\ndata: {}\n\n"), 20)
      },
      async (url) => {
        const { frames, comments, answered, waitFor, close, ended } = open({ url, token: "t", lastEventId: "e.0" })
        assert.strictEqual((await answered).status, 200)
        assert.strictEqual((await waitFor(({ event }) => event === "change", 1_000)).id, "e.2")
        const plain = ({ event, id, data, retry }: Frame) => ({ event, id, data, retry })
        assert.deepStrictEqual(frames.map(plain), [
          { event: "message", id: "e.1", data: ["strategy_session=t", "e.0"], retry: null },
          { event: "change", id: "e.2", data: {}, retry: null }
        ])
        assert.deepStrictEqual(comments, [""])
        const missing = await waitFor(({ event }) => event === "end", 20).catch(String)
        assert.match(String(missing), /No such frame within 20 ms/)
        close()
        assert.deepStrictEqual(await ended, { how: "left" })
        assert.match(String(await waitFor(() => false, 1_000).catch(String)), /The stream ended/)
      }
    ))
})

const ready = (at: number) => `retry: 1\nid: e.${at}\nevent: ready\ndata: {"sequenceNumber":${at}}\n\n`
const change = (at: number) => `id: e.${at}\nevent: change\ndata: {"sequenceNumber":${at}}\n\n`

describe("follow", () => {
  it("reconnects to the next server and resumes at its position", async () => {
    const asked: Array<string> = []
    const answers = [
      ready(3) + change(4),
      ready(4) + change(6),
      'retry: 1\nevent: busy\ndata: {"scope":"user"}\n\n',
      `${ready(9)}id: e.9\nevent: reset\ndata: {"sequenceNumber":9}\n\n`,
      `${ready(9)}${change(9)}id: e.11\nevent: change\ndata: {"sequenceNumber":12}\n\n`
    ]
    const script =
      (name: string): Script =>
      (response, { headers }) => {
        asked.push(`${name} ${headers["last-event-id"]}`)
        const answer = answers[asked.length - 1]
        if (answer === undefined) return
        stream(response, answer)
        setTimeout(() => response.end(), 5)
      }
    await withServer(script("one"), (one) =>
      withServer(script("two"), async (two) => {
        const follower = follow({ urls: [one, two], token: "t" })
        while (asked.length <= answers.length) await new Promise((resolve) => setTimeout(resolve, 5))
        await follower.close()
        assert.deepStrictEqual(asked, ["one undefined", "two e.4", "one e.6", "two e.6", "one e.9", "two e.11"])
        const { start, changes, connections, resumes, resets, busy, faults } = follower
        assert.deepStrictEqual(
          { start, changes, connections, resumes, resets, busy, faults },
          {
            start: 3,
            changes: [4, 6, 9, 12],
            connections: 4,
            resumes: 2,
            resets: 1,
            busy: 1,
            faults: ["change 9 came at position 9", "a change has the id e.11 and the number 12"]
          }
        )
      })
    )
  })
})
