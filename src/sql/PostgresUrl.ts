import { readFileSync } from "node:fs"
import { type ConnectionOptions, checkServerIdentity } from "node:tls"
import { Option, Redacted, Result } from "effect"

export interface PostgresHost {
  readonly host: string
  readonly port: number
}

/** How connections are encrypted; with `prefer` they use TLS if the server offers it. */
type EncryptionMode = false | "prefer" | ConnectionOptions

/** A database's URL as libpq reads it. */
export interface PostgresAddress {
  /** A text for messages: hosts, ports and database, without the password. */
  readonly shown: string
  readonly hosts: readonly [PostgresHost, ...ReadonlyArray<PostgresHost>]
  /** The same URL with the first host only, and without the parameters that are interpreted here. */
  readonly url: Redacted.Redacted
  readonly encryption: EncryptionMode
}

const pattern = /^(postgres(?:ql)?:\/\/(?:[^/?@\s]*@)?)([^/?@\s]*)((?:\/[^?\s]*)?)(?:\?(\S*))?$/

const defaultPort = 5432

const hostPattern = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]*)(?::(\d{1,5}))?$/

const parseHost = (text: string): PostgresHost | undefined => {
  const [matched, name = "", port] = hostPattern.exec(text) ?? []
  if (matched === undefined || name.includes("%") || Number(port ?? 0) > 65_535) return undefined
  return { host: name.replace(/^\[|\]$/g, "") || "localhost", port: Number(port ?? defaultPort) }
}

/** The values of target_session_attrs that allow a session that can write. */
const targets = new Set(["any", "read-write", "primary"])

const readRoots = Option.liftThrowable((file: string) => readFileSync(file, "utf8"))

/**
 * Follows libpq's sslmode, whose default is `prefer`: `require` verifies only if a root certificate is named, and
 * `verify-ca` does not check the host's name.
 */
const encryptionOf = (
  mode: string,
  rootFile: string | null,
  hosts: ReadonlyArray<PostgresHost>
): Result.Result<EncryptionMode, string> => {
  if (mode === "disable") return Result.succeed(false)
  if (mode === "prefer" || mode === "allow") return Result.succeed("prefer")
  if (!["require", "verify-ca", "verify-full"].includes(mode)) return Result.fail("has an unknown sslmode")
  const ca = rootFile === null || rootFile === "system" ? undefined : readRoots(rootFile)
  if (ca !== undefined && Option.isNone(ca)) return Result.fail("names an sslrootcert that can't be read")
  const roots = ca === undefined ? {} : { ca: ca.value }
  if (mode === "require" && rootFile === null) return Result.succeed({ rejectUnauthorized: false })
  const anyHost: typeof checkServerIdentity = (_, certificate) =>
    hosts.some(({ host }) => checkServerIdentity(host, certificate) === undefined)
      ? undefined
      : checkServerIdentity(hosts[0]?.host ?? "", certificate)
  return Result.succeed({ ...roots, checkServerIdentity: mode === "verify-full" ? anyHost : () => undefined })
}

interface NamedHosts {
  /** The hosts as they are written in the URL. */
  readonly listed: ReadonlyArray<string>
  readonly hosts: readonly [PostgresHost, ...ReadonlyArray<PostgresHost>]
  /** Whether the URL names a socket in the file system. */
  readonly isSocket: boolean
}

const localhost = { host: "localhost", port: defaultPort }

/** The hosts in a URL's parameters, or else in its authority. */
const hostsOf = (authority: string, parameters: URLSearchParams): NamedHosts | undefined => {
  const names = parameters.get("host")?.split(",")
  const ports = parameters.get("port")?.split(",") ?? []
  if (names?.some((name) => name.startsWith("/")) === true || /^%2f/i.test(authority)) {
    return { listed: ["a local socket"], hosts: [localhost], isSocket: true }
  }
  const listed =
    names?.map((name, index) => `${name}:${ports[index] ?? ports[0] ?? defaultPort}`) ?? authority.split(",")
  const parsed = listed.map(parseHost)
  const [first, ...others] = parsed.filter((host) => host !== undefined)
  if (first === undefined || others.length + 1 < parsed.length) return undefined
  return { listed, hosts: [first, ...others], isSocket: false }
}

/** Reads a URL, or says what is wrong with it, without a part of it. */
export const parse = (url: Redacted.Redacted): Result.Result<PostgresAddress, string> => {
  const [matched, before = "", authority = "", path = "", query = ""] = pattern.exec(Redacted.value(url)) ?? []
  const parameters = new URLSearchParams(query)
  const named = hostsOf(authority, parameters)
  if (matched === undefined || named === undefined)
    return Result.fail("must look like postgres://user:password@host:5432/database")
  const { listed, hosts, isSocket } = named
  const target = parameters.get("target_session_attrs") ?? "any"
  if (!targets.has(target))
    return Result.fail("has another target_session_attrs than read-write, which the service needs")
  // As with libpq, nothing is encrypted on a local socket.
  const mode = isSocket ? "disable" : (parameters.get("sslmode") ?? "prefer")
  const encryption = encryptionOf(mode, parameters.get("sslrootcert"), hosts)
  if (Result.isFailure(encryption)) return Result.fail(encryption.failure)
  const decidedHere = ["sslmode", "sslrootcert", "target_session_attrs", ...(isSocket ? [] : ["host", "port"])]
  for (const name of decidedHere) parameters.delete(name)
  const [{ host, port }] = hosts
  // A name before and nothing behind the @ is no URL for others than libpq; the socket in the parameters counts.
  const single = isSocket ? authority || "localhost" : `${host.includes(":") ? `[${host}]` : host}:${port}`
  return Result.succeed({
    shown: `PostgreSQL at ${listed.join(", ")}${path}`,
    hosts,
    url: Redacted.make(`${before}${single}${path}${parameters.size === 0 ? "" : `?${parameters}`}`),
    encryption: encryption.success
  })
}
