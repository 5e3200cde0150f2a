import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { hostname } from "node:os"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit, FileSystem, Path, Scope } from "effect"
import * as FolderLock from "../../src/sql/FolderLock.ts"

const program = fileURLToPath(new URL("lockHolder.ts", import.meta.url))

/** A process that tries to take the lock and keeps it until it is killed. `said` is its first line: the result. */
const contender = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, [program, dataDir], { stdio: ["ignore", "pipe", "inherit"] })
      const [line] = await once(child.stdout, "data")
      return { child, said: String(line).trim() }
    }),
    ({ child }) => kill(child)
  )

const kill = (child: ChildProcess) =>
  Effect.promise(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, "exit")
    child.kill("SIGKILL")
    await gone
  })

const freshFolder = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  return path.join(yield* fs.makeTempDirectoryScoped(), "data")
})

const inUseBy = (dataDir: string, pid: number | undefined) =>
  new RegExp(`^DataFolderInUse Another server is using ${dataDir}: process ${pid} on ${hostname()}, started 20\\S+Z\\.`)

describe("FolderLock", () => {
  layer(NodeServices.layer)((it) => {
    it.effect("makes the folder for its owner alone", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const dataDir = yield* freshFolder
        yield* FolderLock.acquire(dataDir)
        assert.strictEqual((yield* fs.stat(dataDir)).mode & 0o777, 0o700)
      })
    )

    it.effect.runIf(process.getuid?.() === 0)("refuses root a folder of another user, and leaves nothing in it", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const dataDir = yield* freshFolder
        yield* fs.makeDirectory(dataDir)
        yield* fs.chown(dataDir, 10_001, 10_001)
        const refusal = yield* Effect.flip(FolderLock.acquire(dataDir))
        assert.strictEqual(refusal._tag, "DataFolderUnusable")
        assert.match(refusal.message, /^The data folder \S+ belongs to the user with id 10001, .* sudo -u '#10001'\.$/)
        assert.deepStrictEqual(yield* fs.readDirectory(dataDir), [])
        // The database is what counts, and who holds the lock is reached through it.
        yield* fs.makeDirectory(`${dataDir}/postgres`)
        const held = yield* Scope.make()
        yield* FolderLock.acquire(dataDir).pipe(Scope.provide(held))
        yield* fs.chown(`${dataDir}/postgres`, 10_001, 10_001)
        assert.strictEqual((yield* Effect.flip(FolderLock.acquire(dataDir)))._tag, "DataFolderInUse")
        yield* Scope.close(held, Exit.void)
        assert.strictEqual((yield* Effect.flip(FolderLock.acquire(dataDir)))._tag, "DataFolderUnusable")
        assert.deepStrictEqual((yield* fs.readDirectory(dataDir)).sort(), ["postgres", "server.lock"])
      })
    )

    it.effect("refuses a second holder in the same process until the first has released the lock", () =>
      Effect.gen(function* () {
        const dataDir = yield* freshFolder
        const first = yield* Scope.make()
        yield* FolderLock.acquire(dataDir).pipe(Scope.provide(first))
        const refusal = yield* Effect.flip(FolderLock.acquire(dataDir))
        assert.strictEqual(refusal._tag, "DataFolderInUse")
        assert.include(refusal.message, `process ${process.pid} on ${hostname()}`)
        yield* Scope.close(first, Exit.void)
        yield* FolderLock.acquire(dataDir)
      })
    )

    it.effect("refuses a second process, naming the first", () =>
      Effect.gen(function* () {
        const dataDir = yield* freshFolder
        const first = yield* contender(dataDir)
        assert.strictEqual(first.said, "locked")
        const second = yield* contender(dataDir)
        assert.match(second.said, inUseBy(dataDir, first.child.pid))
      })
    )

    it.effect("never takes the lock from a process that is merely frozen", () =>
      Effect.gen(function* () {
        const dataDir = yield* freshFolder
        const first = yield* contender(dataDir)
        first.child.kill("SIGSTOP")
        const second = yield* contender(dataDir)
        assert.match(second.said, inUseBy(dataDir, first.child.pid))
      })
    )

    it.effect("can be taken after its owner was killed", () =>
      Effect.gen(function* () {
        const dataDir = yield* freshFolder
        const first = yield* contender(dataDir)
        yield* kill(first.child)
        const second = yield* contender(dataDir)
        assert.strictEqual(second.said, "locked")
        const third = yield* contender(dataDir)
        assert.match(third.said, inUseBy(dataDir, second.child.pid))
      })
    )

    it.effect("ignores a process id that a former owner left behind", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const dataDir = yield* freshFolder
        yield* fs.makeDirectory(dataDir)
        const recycled = JSON.stringify({ pid: process.pid, host: hostname(), since: "2020-01-01T00:00:00.000Z" })
        yield* fs.writeFileString(path.join(dataDir, "server.json"), recycled)
        const next = yield* contender(dataDir)
        assert.strictEqual(next.said, "locked")
      })
    )

    it.effect("lets exactly one of many racing processes in", () =>
      Effect.gen(function* () {
        const dataDir = yield* freshFolder
        const contenders = yield* Effect.all(
          Array.from({ length: 4 }, () => contender(dataDir)),
          { concurrency: "unbounded" }
        )
        const verdicts = contenders.map(({ said }) => said.split(" ")[0]).sort()
        assert.deepStrictEqual(verdicts, ["DataFolderInUse", "DataFolderInUse", "DataFolderInUse", "locked"])
      })
    )

    it.effect("reports a path that can't be a folder", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const file = yield* fs.makeTempFileScoped()
        const refusal = yield* Effect.flip(FolderLock.acquire(file))
        assert.strictEqual(refusal._tag, "DataFolderUnusable")
        assert.include(refusal.message, "DATA_DIR can't be used: there is a file")
      })
    )
  })
})
