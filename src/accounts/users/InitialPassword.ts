import { Data, Effect, FileSystem, Layer, Option, Path, Queue, Redacted } from "effect"
import * as Folder from "../../files/Folder.ts"
import { PasswordHasher } from "../passwords/PasswordHasher.ts"
import { SessionStore } from "../sessions/SessionStore.ts"
import { type UserRecord, UserStore } from "./UserStore.ts"

/** The generated password of the first admin could not be written, so the admin was not created. */
class InitialPasswordNotSaved extends Data.TaggedError("InitialPasswordNotSaved")<{
  readonly message: string
  readonly cause: unknown
}> {}

/** The file that contains the first admin's generated password, as its only line, while it is valid. */
export const filePath = (dataDir: string) => Path.Path.useSync((path) => path.join(dataDir, "initial-admin-password"))

/** Creates the file, readable by its owner only. A file left by an interrupted start is replaced, never written to. */
export const write = Effect.fn("InitialPassword.write")(function* (file: string, password: Redacted.Redacted) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* Effect.gen(function* () {
    yield* Folder.make(path.dirname(file))
    yield* fs.remove(file, { force: true })
    const opened = yield* fs.open(file, { flag: "wx", mode: 0o600 })
    yield* opened.writeAll(Buffer.from(`${Redacted.value(password)}\n`))
    yield* opened.sync
  }).pipe(
    Effect.scoped,
    Effect.mapError((cause) => {
      const message = `The first admin's password can't be written to ${file}: ${cause.message}. Set ADMIN_PASSWORD or DATA_DIR.`
      return new InitialPasswordNotSaved({ message, cause })
    })
  )
})

/** The first admin (the oldest user), if the password in the file is still theirs. */
const findOwner = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const { verify } = yield* PasswordHasher
  const users = yield* UserStore.use(({ list }) => list)
  const [oldest] = users.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  const password = (yield* fs.readFileString(file)).trimEnd()
  if (oldest === undefined || !(yield* verify(password, Effect.succeed(oldest.passwordHash))))
    return Option.none<UserRecord>()
  return Option.some(oldest)
})

const remove = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.remove(file, { force: true })
  yield* Effect.logInfo(`Removed ${file}: its password is no longer valid.`)
})

/** Removes the file if its password is no longer valid. */
export const removeIfInvalid = Effect.fn("InitialPassword.removeIfInvalid")(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const file = yield* filePath(dataDir)
  if (!(yield* fs.exists(file))) return
  if (Option.isNone(yield* findOwner(file))) yield* remove(file)
})

const retryDelay = "5 seconds"

/** Removes the file at the start or as soon as its password is changed, on any server or by a script. */
export const layer = ({ dataDir }: { readonly dataDir: string }) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const users = yield* UserStore
      const file = yield* filePath(dataDir)
      const checkRequests = yield* Queue.sliding<void>(1)
      // Every change of a user or a password evicts sessions on all servers, so an eviction is the time to check again.
      yield* SessionStore.use(({ watch }) => watch(() => void Queue.offerUnsafe(checkRequests, undefined)))

      let admin = Option.none<UserRecord>()

      const isValid = Effect.gen(function* () {
        if (Option.isNone(admin)) {
          admin = yield* findOwner(file)
          return Option.isSome(admin)
        }
        const { id, passwordHash } = admin.value
        return Option.exists(yield* users.findById(id), (user) => user.passwordHash === passwordHash)
      })

      /** Returns whether there is no file any more. */
      const removeIfOutdated = Effect.gen(function* () {
        if (!(yield* fs.exists(file))) return true
        if (yield* isValid) return false
        yield* remove(file)
        return true
      })

      const removedOrRetried = removeIfOutdated.pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning(
            `Could not check whether the password in ${file} is still valid; trying again.`,
            cause
          ).pipe(
            Effect.andThen(Effect.sleep(retryDelay)),
            Effect.andThen(Queue.offer(checkRequests, undefined)),
            Effect.as(false)
          )
        )
      )

      yield* Queue.offer(checkRequests, undefined)
      yield* Queue.take(checkRequests).pipe(
        Effect.andThen(removedOrRetried),
        Effect.repeat({ until: (isOver) => isOver }),
        Effect.forkScoped
      )
    })
  )
