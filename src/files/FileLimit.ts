import { Data, Effect, FileSystem, Option } from "effect"

/** Fewer files may be open than the server needs to work at all. */
class TooFewFiles extends Data.TaggedError("TooFewFiles")<{ readonly message: string }> {}

/** Kept for what is no connection of a client: tables and indexes of the embedded database, connections to PostgreSQL, workers. */
const reserved = 256

/** With fewer connections than these, the pages of a handful of people would take all. */
const minConnections = 64

const advice = "Raise the limit with ulimit -n, or LimitNOFILE= of systemd"

interface ConnectionLimit {
  /** How many connections of clients may be open. */
  readonly maxConnections: number
  /** Set when they are too few for the streams that the settings allow. */
  readonly warning?: string
}

/** What a limit of open files leaves for clients. */
export const connectionsWithin = (
  openFiles: number,
  maxStreams: number
): Effect.Effect<ConnectionLimit, TooFewFiles> => {
  const maxConnections = openFiles - reserved
  if (maxConnections < minConnections) {
    const message = `Only ${openFiles} files may be open here; the server needs ${reserved + minConnections}. ${advice}.`
    return Effect.fail(new TooFewFiles({ message }))
  }
  if (maxConnections >= maxStreams) return Effect.succeed({ maxConnections })
  const warning =
    `Only ${openFiles} files may be open here, so at most ${maxConnections} connections are taken, fewer than MAX_STREAMS ` +
    `(${maxStreams}). ${advice}, or lower MAX_STREAMS.`
  return Effect.succeed({ maxConnections, warning })
}

/** How many files this process may open, as Linux tells; none for unlimited, and on other systems. Node itself raises it as far as it may. */
const openFilesLimit = FileSystem.FileSystem.pipe(
  Effect.flatMap((fs) => fs.readFileString("/proc/self/limits")),
  Effect.map((text) => Option.fromNullishOr(/^Max open files\s+(\d+)/m.exec(text)?.[1])),
  Effect.orElseSucceed(() => Option.none<string>()),
  Effect.map(Option.map(Number))
)

/** The connections that this process may have; none for any number. Without `maxStreams` nobody asked for a number. */
export const find = Effect.fnUntraced(function* (maxStreams: Option.Option<number>) {
  const openFiles = yield* openFilesLimit
  if (Option.isNone(openFiles)) return Option.none()
  return Option.some(
    yield* connectionsWithin(
      openFiles.value,
      Option.getOrElse(maxStreams, () => 0)
    )
  )
})
