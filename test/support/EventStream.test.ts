import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Ended, type Frame, follow, open } from "./EventStream.ts"
import * as EventStreamParser from "./EventStreamParser.ts"
import { listen, urlAt } from "./LocalServer.ts"

describe("EventStreamParser", () => {
  it("gives a retry with the next event, however the bytes are split into chunks", () => {
    const text = 'retry: 2000\n:\n\nid: e.7\nevent: ready\ndata: {"sequenceNumber":7}\n\ndata: ä€𝄞\n\n'
    const heard: Array<EventStreamParser.Block> = []
    const parse = EventStreamParser.make((block) => heard.push(block))
    for (const byte of new TextEncoder().encode(text)) parse(Uint8Array.of(byte))
    assert.deepStrictEqual(heard, [
      { event: "ready", id: "e.7", data: '{"sequenceNumber":7}', retry: 2000 },
      { event: "message", id: "e.7", data: "ä€𝄞", retry: null }
    ])
  })

  it("throws on bytes that are not UTF-8", () => {
    const parse = EventStreamParser.make(() => {})
    assert.throws(() => parse(Uint8Array.of(0xc3, 0x28)))
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
        const { frames, answered, waitFor, close, ended } = open({ url, token: "t", lastEventId: "e.0" })
        assert.strictEqual((await answered).status, 200)
        assert.strictEqual((await waitFor(({ event }) => event === "change", 1_000)).id, "e.2")
        const plain = ({ event, id, data, retry }: Frame) => ({ event, id, data, retry })
        assert.deepStrictEqual(frames.map(plain), [
          { event: "message", id: "e.1", data: ["strategy_session=t", "e.0"], retry: null },
          { event: "change", id: "e.2", data: {}, retry: null }
        ])
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
