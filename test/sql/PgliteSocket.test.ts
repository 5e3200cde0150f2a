import type { Duplex } from "node:stream"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { PGlite } from "@electric-sql/pglite"
import * as PgliteBackend from "../../src/sql/PgliteBackend.ts"
import * as PgliteSocket from "../../src/sql/PgliteSocket.ts"

const untagged = (code: number, body = Buffer.alloc(0)) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.writeUInt32BE(code, 4)
  return Buffer.concat([head, body])
}

const tagged = (tag: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(tag)
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const startup = untagged(196_608, Buffer.from("user\0postgres\0database\0postgres\0\0"))
const query = (sql: string) => tagged("Q", Buffer.from(`${sql}\0`))
const terminate = tagged("X", Buffer.alloc(0))

/** The tags of the messages in an answer. */
const tagsOf = (answer: Buffer): string => {
  let tags = ""
  for (let at = 0; at < answer.length; at += 1 + answer.readUInt32BE(at + 1))
    tags += answer.toString("latin1", at, at + 1)
  return tags
}

/** Everything that the socket sends until it ends. */
const all = async (socket: Duplex) => Buffer.concat(await socket.toArray())

describe("PgliteSocket", () => {
  let db: PGlite
  let backend: PgliteBackend.PgliteBackend
  const reasons: Array<string> = []
  beforeAll(async () => {
    db = await PGlite.create("memory://")
    backend = PgliteBackend.make(db, (reason) => reasons.push(reason))
  })
  afterAll(() => db.close())

  it("answers no to encryption, then starts the session", async () => {
    const socket = PgliteSocket.connect(backend)
    socket.write(Buffer.concat([untagged(80_877_104), untagged(80_877_103), startup, terminate]))
    const answer = await all(socket)
    assert.strictEqual(answer.toString("latin1", 0, 2), "NN")
    assert.match(tagsOf(answer.subarray(2)), /^RS+KZ$/)
  })

  it("waits for the rest of a message, byte by byte", async () => {
    const socket = PgliteSocket.connect(backend)
    for (const byte of Buffer.concat([startup, query("SELECT 1"), query("SELECT 2"), terminate])) {
      socket.write(Buffer.of(byte))
    }
    assert.match(tagsOf(await all(socket)), /^RS+KZTDCZTDCZ$/)
  })

  it("answers what was requested before the end of the connection, and nothing after", async () => {
    const socket = PgliteSocket.connect(backend)
    socket.write(Buffer.concat([startup, query("SELECT 1"), terminate, query("SELECT 2")]))
    assert.match(tagsOf(await all(socket)), /^RS+KZTDCZ$/)
  })

  it("closes on a request to cancel, since the query has ended by then", async () => {
    const socket = PgliteSocket.connect(backend)
    socket.write(untagged(80_877_102, Buffer.alloc(8)))
    assert.strictEqual((await all(socket)).length, 0)
  })

  it("starts without what an earlier session left open", async () => {
    const left = PgliteSocket.connect(backend)
    left.write(
      Buffer.concat([startup, query("BEGIN"), query("CREATE TABLE left_open ()"), query("PREPARE p AS SELECT 1")])
    )
    left.end(terminate)
    await all(left)
    const next = PgliteSocket.connect(backend)
    next.write(Buffer.concat([startup, query("SELECT * FROM left_open"), query("EXECUTE p"), terminate]))
    const answer = await all(next)
    assert.match(tagsOf(answer), /^RS+KZEZEZ$/)
    assert.include(answer.toString("latin1"), 'relation "left_open" does not exist')
  })

  it("answers the first part of a batch before the rest has arrived", async () => {
    const socket = PgliteSocket.connect(backend)
    const parse = tagged("P", Buffer.from("\0SELECT 1\0\0\0", "latin1"))
    socket.write(Buffer.concat([startup, parse, tagged("H", Buffer.alloc(0))]))
    socket.write(Buffer.concat([tagged("S", Buffer.alloc(0)), terminate]))
    assert.match(tagsOf(await all(socket)), /^RS+KZ1Z$/)
  })

  it("keeps nothing of an answer that it has given", async () => {
    setFlagsFromString("--expose-gc")
    const collect: () => void = runInNewContext("gc")
    const megabyte = query("SELECT repeat('x', 1000) || g FROM generate_series(1, 1000) g")
    const heapAfter = async (answers: number) => {
      for (let n = 0; n < answers; n++) await backend.exchange(megabyte, { untilReady: true })
      collect()
      return process.memoryUsage().heapUsed / 1_000_000
    }
    const before = await heapAfter(5)
    assert.isBelow((await heapAfter(100)) - before, 30)
  })

  it("ends a session that does not send PostgreSQL's messages, and rolls back what it left open", async () => {
    for (const junk of [
      Buffer.from("GET / HTTP/1.1"),
      tagged("Q", Buffer.alloc(0)).fill(255, 1),
      tagged("p", startup)
    ]) {
      const socket = PgliteSocket.connect(backend)
      const failed = new Promise<Error>((resolve) => socket.once("error", resolve))
      socket.write(Buffer.concat([startup, query("BEGIN"), query("CREATE TABLE IF NOT EXISTS never ()"), junk]))
      assert.match((await failed).message, /does not speak/)
    }
    const next = PgliteSocket.connect(backend)
    next.write(Buffer.concat([startup, query("SELECT * FROM never"), terminate]))
    assert.match(tagsOf(await all(next)), /^RS+KZEZ$/)
  })

  it("has not stopped in any of the tests above", () => {
    assert.deepStrictEqual(reasons, [])
  })

  it("sends nothing more to a backend that has stopped", async () => {
    const asked: Array<number> = []
    const heard: Array<string> = []
    const panic = tagged("E", Buffer.from("SPANIC\0Mno space left\0\0"))
    const silent = PgliteBackend.make(
      {
        execProtocolRawStream: async (message, { onRawData }) => {
          asked.push(message.length)
          onRawData(panic)
        }
      },
      (reason) => heard.push(reason)
    )
    for (let connection = 0; connection < 2; connection++) {
      const socket = PgliteSocket.connect(silent)
      const ended = new Promise((resolve) => socket.once("error", resolve))
      socket.write(startup)
      assert.deepStrictEqual(await ended, new Error("The embedded database has stopped: no space left"))
      assert.isTrue(socket.destroyed)
    }
    assert.strictEqual(asked.length, 1)
    assert.deepStrictEqual(heard, ["no space left"])
  })
})
