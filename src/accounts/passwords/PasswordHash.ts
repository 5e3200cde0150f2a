import { Option } from "effect"

/** The parts of a stored hash. A password matches if `subkey.length` bytes derived from it equal `subkey`. */
export interface PasswordHash {
  readonly digest: "sha1" | "sha256" | "sha512"
  readonly iterations: number
  readonly salt: Buffer
  readonly subkey: Buffer
}

/** The stored hash of a user without a password, who is invited or signs in through the company's provider: none matches. */
export const noPassword = ""

const digests = ["sha1", "sha256", "sha512"] as const

const v2 = { marker: 0x00, iterations: 1_000, saltBytes: 16, subkeyBytes: 32 }

/** One marker byte, then PRF, iterations and salt length as big-endian 32-bit integers, the salt and the subkey. */
const v3 = { marker: 0x01, headerBytes: 13, minBytes: 16 }

/** With more iterations one verification would occupy a thread for many seconds. */
const maxIterations = 10_000_000

/** In base64 characters: five times the longest known hash. */
const maxTextLength = 1_024

/** Node's decoder skips invalid characters, so a text is accepted only if encoding gives it back. */
const decodeBase64 = (text: string): Option.Option<Buffer> => {
  if (text.length > maxTextLength) return Option.none()
  const bytes = Buffer.from(text, "base64")
  return bytes.toString("base64") === text ? Option.some(bytes) : Option.none()
}

const parseV2 = (bytes: Buffer): Option.Option<PasswordHash> => {
  if (bytes.length !== 1 + v2.saltBytes + v2.subkeyBytes) return Option.none()
  return Option.some({
    digest: "sha1",
    iterations: v2.iterations,
    salt: bytes.subarray(1, 1 + v2.saltBytes),
    subkey: bytes.subarray(1 + v2.saltBytes)
  })
}

const parseV3 = (bytes: Buffer): Option.Option<PasswordHash> => {
  if (bytes.length < v3.headerBytes) return Option.none()
  const digest = digests[bytes.readUInt32BE(1)]
  const iterations = bytes.readUInt32BE(5)
  const saltEnd = v3.headerBytes + bytes.readUInt32BE(9)
  const salt = bytes.subarray(v3.headerBytes, saltEnd)
  const subkey = bytes.subarray(saltEnd)
  const isSound =
    iterations >= 1 &&
    iterations <= maxIterations &&
    saltEnd <= bytes.length &&
    salt.length >= v3.minBytes &&
    subkey.length >= v3.minBytes
  return isSound && digest !== undefined ? Option.some({ digest, iterations, salt, subkey }) : Option.none()
}

/**
 * Reads the base64 text of ASP.NET Core Identity's `PasswordHasher`, v2 or v3 with any of its three PRFs
 * (https://github.com/dotnet/aspnetcore, src/Identity/Extensions.Core/src/PasswordHasher.cs). None for anything else.
 */
export const parseHash = (stored: string): Option.Option<PasswordHash> =>
  Option.flatMap(decodeBase64(stored), (bytes) => {
    if (bytes[0] === v2.marker) return parseV2(bytes)
    if (bytes[0] === v3.marker) return parseV3(bytes)
    return Option.none()
  })

/** Formats a hash as v3. */
export const formatHash = ({ digest, iterations, salt, subkey }: PasswordHash): string => {
  const header = Buffer.alloc(v3.headerBytes)
  header.writeUInt8(v3.marker, 0)
  header.writeUInt32BE(digests.indexOf(digest), 1)
  header.writeUInt32BE(iterations, 5)
  header.writeUInt32BE(salt.length, 9)
  return Buffer.concat([header, salt, subkey]).toString("base64")
}
