import { rmSync } from "node:fs"
import { createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { type Duplex, pipeline } from "node:stream"
import { PgClient } from "@effect/sql-pg"
import { Data, Effect, FiberSet, Layer, Queue } from "effect"
import * as PgliteSocket from "./PgliteSocket.ts"

/**
 * The socket of the server that has locked a data folder. It accepts scripts of the same system user, in PostgreSQL's protocol.
 */
export const socketPath = (dataDir: string): string => join(dataDir, "server.sock")

/** The longest path of a socket that every system accepts. */
const maxPathBytes = 100

/** A transaction is rolled back when its script sends nothing for this long, because everything else waits for it. */
const maxIdleMs = 10_000

/** How often the server looks for what scripts have written while they are connected. */
const lookInterval = "200 millis"

class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

/** Passes on what a script and a session of the database send each other, until either ends. */
const relay = (socket: Socket, session: Duplex, afterAnswer: () => void) =>
  Effect.callback<void>((resume) => {
    let idle: NodeJS.Timeout | undefined
    socket.on("data", () => clearTimeout(idle))
    session.on("data", (answer: Buffer) => {
      clearTimeout(idle)
      if (PgliteSocket.leavesOpen(answer)) idle = setTimeout(() => socket.destroy(), maxIdleMs)
      else afterAnswer()
    })
    pipeline(socket, session, socket, () => {
      clearTimeout(idle)
      socket.destroy()
      resume(Effect.void)
    })
    return Effect.sync(() => socket.destroy())
  })

const listening = (path: string) =>
  Effect.callback<Server, CannotListen>((resume) => {
    // A server that was killed may have left its socket. No other server can use it, since this one has locked the
    // folder.
    rmSync(path, { force: true })
    const server = createServer()
    server.once("error", ({ message }) => resume(Effect.fail(new CannotListen({ message }))))
    // A umask, since other users must not be able to connect even before a chmod would take effect.
    const mask = process.umask(0o177)
    server.listen(path, () => resume(Effect.succeed(server)))
    process.umask(mask)
  })

/**
 * Lets scripts work on the embedded database beside the server that holds the folder. `takeOver` runs after they may have
 * written something. Where there can be no socket, a warning says so, and scripts find the database in use.
 */
export const layer = <R>(dataDir: string, takeOver: Effect.Effect<void, never, R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { stream: openSession } = (yield* PgClient.PgClient).config
      if (openSession === undefined) return yield* new CannotListen({ message: "its database is not embedded" })
      const path = socketPath(dataDir)
      if (Buffer.byteLength(path) > maxPathBytes)
        return yield* new CannotListen({ message: `the path ${path} is too long` })
      const answered = yield* Queue.sliding<void>(1)
      yield* Queue.take(answered).pipe(
        Effect.andThen(takeOver),
        Effect.andThen(Effect.sleep(lookInterval)),
        Effect.forever,
        Effect.forkScoped
      )
      const run = yield* FiberSet.makeRuntime()
      const server = yield* Effect.acquireRelease(listening(path), (server) => Effect.sync(() => server.close()))
      server.on("connection", (socket) => {
        run(relay(socket, openSession(), () => Queue.offerUnsafe(answered, undefined)))
      })
    }).pipe(
      Effect.catch(({ message }) =>
        Effect.logWarning(`Admin commands won't work while this server is running: ${message}.`)
      )
    )
  )
