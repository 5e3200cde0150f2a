import { Data, Effect, FileSystem, Layer, Option, Path, Queue, Redacted } from "effect"
import { PasswordHasher } from "./PasswordHasher.ts"
import { SessionStore } from "./SessionStore.ts"
import { type UserRecord, UserStore } from "./UserStore.ts"

/** The generated password of the first admin could not be written, so that admin was not made. */
export class InitialPasswordNotKept extends Data.TaggedError("InitialPasswordNotKept")<{
  readonly message: string
  readonly cause: unknown
}> {}

/** Where the generated password of the first admin is while it is valid, and nothing else: one line. */
export const fileIn = (dataDir: string) => Path.Path.useSync((path) => path.join(dataDir, "initial-admin-password"))

/** Makes the file anew, for nobody else to read. One of an earlier start that was cut off is replaced, never written to. */
export const write = Effect.fn("InitialPassword.write")(function* (file: string, password: Redacted.Redacted) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* Effect.gen(function* () {
    yield* fs.makeDirectory(path.dirname(file), { recursive: true, mode: 0o700 })
    yield* fs.remove(file, { force: true })
    const opened = yield* fs.open(file, { flag: "wx", mode: 0o600 })
    yield* opened.writeAll(Buffer.from(`${Redacted.value(password)}\n`))
    yield* opened.sync
  }).pipe(
    Effect.scoped,
    Effect.mapError((cause) => {
      const message = `The first admin's password can't be written to ${file}: ${cause.message}. Set ADMIN_PASSWORD, or DATA_DIR.`
      return new InitialPasswordNotKept({ message, cause })
    })
  )
})

/** The first admin, if the password in the file is still theirs: the first admin is the oldest user. */
const owner = Effect.fnUntraced(function* (file: string) {
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
  yield* Effect.logInfo(`Removed ${file}: its password is not valid any more.`)
})

/** Removes the file when its password is not valid any more. */
export const tidy = Effect.fn("InitialPassword.tidy")(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fileIn(dataDir)
  if (!(yield* fs.exists(file))) return
  if (Option.isNone(yield* owner(file))) yield* remove(file)
})

const retryDelay = "5 seconds"

/** Removes the file, if there is one, at the start or as soon as its password is changed, on whatever server or by a script. */
export const layer = ({ dataDir }: { readonly dataDir: string }) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const users = yield* UserStore
      const file = yield* fileIn(dataDir)
      const wanted = yield* Queue.sliding<void>(1)
      // Every change of a user or a password evicts sessions, on all servers.
      yield* SessionStore.use(({ watch }) => watch(() => void Queue.offerUnsafe(wanted, undefined)))

      let admin = Option.none<UserRecord>()

      const isValid = Effect.gen(function* () {
        if (Option.isNone(admin)) {
          admin = yield* owner(file)
          return Option.isSome(admin)
        }
        const { id, passwordHash } = admin.value
        return Option.exists(yield* users.findById(id), (user) => user.passwordHash === passwordHash)
      })

      /** Whether there is nothing left to look after. */
      const look = Effect.gen(function* () {
        if (!(yield* fs.exists(file))) return true
        if (yield* isValid) return false
        yield* remove(file)
        return true
      })

      const looked = look.pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning(
            `It is not known whether the password in ${file} is still valid; asking again.`,
            cause
          ).pipe(
            Effect.andThen(Effect.sleep(retryDelay)),
            Effect.andThen(Queue.offer(wanted, undefined)),
            Effect.as(false)
          )
        )
      )

      yield* Queue.offer(wanted, undefined)
      yield* Queue.take(wanted).pipe(
        Effect.andThen(looked),
        Effect.repeat({ until: (isOver) => isOver }),
        Effect.forkScoped
      )
    })
  )
