import { readFileSync } from "node:fs"
import { type ConnectionOptions, checkServerIdentity } from "node:tls"
import { Option, Redacted, Result } from "effect"

export interface PostgresHost {
  readonly host: string
  readonly port: number
}

/** How connections are encrypted; `prefer` takes what the server offers. */
export type EncryptionMode = false | "prefer" | ConnectionOptions

/** A database's URL as libpq reads it. */
export interface PostgresAddress {
  /** What may be shown: hosts, ports and database, without the password. */
  readonly shown: string
  readonly hosts: readonly [PostgresHost, ...ReadonlyArray<PostgresHost>]
  /** The same URL with the first host only, and without what is decided here. */
  readonly url: Redacted.Redacted
  readonly encryption: EncryptionMode
}

const pattern = /^(postgres(?:ql)?:\/\/(?:[^/?@]*@)?)([^/?@]*)((?:\/[^?]*)?)(?:\?(.*))?$/

const defaultPort = 5432

const hostPattern = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]*)(?::(\d{1,5}))?$/

const parseHost = (text: string): PostgresHost | undefined => {
  const [matched, name = "", port] = hostPattern.exec(text) ?? []
  if (matched === undefined || name.includes("%") || Number(port ?? 0) > 65_535) return undefined
  return { host: name.replace(/^\[|\]$/g, "") || "localhost", port: Number(port ?? defaultPort) }
}

/** Sessions that can be written to are needed in any case. */
const targets = new Set(["any", "read-write", "primary"])

const readRoots = Option.liftThrowable((file: string) => readFileSync(file, "utf8"))

/** By libpq's sslmode, which is `prefer` by default: `require` does not verify, unless a root certificate is named; `verify-ca` does not look at the name. */
const encryptionOf = (
  mode: string,
  rootFile: string | null,
  hosts: ReadonlyArray<PostgresHost>
): Result.Result<EncryptionMode, string> => {
  if (mode === "disable") return Result.succeed(false)
  if (mode === "prefer" || mode === "allow") return Result.succeed("prefer")
  if (!["require", "verify-ca", "verify-full"].includes(mode)) return Result.fail(`has the unknown sslmode ${mode}`)
  const ca = rootFile === null || rootFile === "system" ? undefined : readRoots(rootFile)
  if (ca !== undefined && Option.isNone(ca))
    return Result.fail(`names the sslrootcert ${rootFile}, which cannot be read`)
  const roots = ca === undefined ? {} : { ca: ca.value }
  if (mode === "require" && rootFile === null) return Result.succeed({ rejectUnauthorized: false })
  const anyHost: typeof checkServerIdentity = (_, certificate) =>
    hosts.some(({ host }) => checkServerIdentity(host, certificate) === undefined)
      ? undefined
      : checkServerIdentity(hosts[0]?.host ?? "", certificate)
  return Result.succeed({ ...roots, checkServerIdentity: mode === "verify-full" ? anyHost : () => undefined })
}

interface NamedHosts {
  /** As the URL has them. */
  readonly listed: ReadonlyArray<string>
  readonly hosts: readonly [PostgresHost, ...ReadonlyArray<PostgresHost>]
  /** Whether it is a socket in the file system; that it is in the URL is all that is known here. */
  readonly isSocket: boolean
}

const localhost = { host: "localhost", port: defaultPort }

/** The hosts in the authority of a URL, or those in its parameters, which win. */
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

/** Reads a URL, or says what is wrong with it, without the password. */
export const parse = (url: Redacted.Redacted): Result.Result<PostgresAddress, string> => {
  const [matched, before = "", authority = "", path = "", query = ""] = pattern.exec(Redacted.value(url)) ?? []
  const parameters = new URLSearchParams(query)
  const named = hostsOf(authority, parameters)
  if (matched === undefined || named === undefined) return Result.fail("is not a URL")
  const { listed, hosts, isSocket } = named
  const target = parameters.get("target_session_attrs") ?? "any"
  if (!targets.has(target))
    return Result.fail(`has target_session_attrs=${target}; the service writes, so use read-write`)
  // As with libpq, nothing is encrypted on a local socket.
  const mode = isSocket ? "disable" : (parameters.get("sslmode") ?? "prefer")
  const encryption = encryptionOf(mode, parameters.get("sslrootcert"), hosts)
  if (Result.isFailure(encryption)) return Result.fail(encryption.failure)
  const decidedHere = ["sslmode", "sslrootcert", "target_session_attrs", ...(isSocket ? [] : ["host", "port"])]
  for (const name of decidedHere) parameters.delete(name)
  const [{ host, port }] = hosts
  const single = isSocket ? authority : `${host.includes(":") ? `[${host}]` : host}:${port}`
  return Result.succeed({
    shown: `PostgreSQL at ${listed.join(", ")}${path}`,
    hosts,
    url: Redacted.make(`${before}${single}${path}${parameters.size === 0 ? "" : `?${parameters}`}`),
    encryption: encryption.success
  })
}
