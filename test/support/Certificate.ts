import { generateKeyPairSync, sign } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"

/** Encodes a value in DER. */
const der = (tag: number, ...parts: ReadonlyArray<Uint8Array | string>): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)))
  const { length } = content
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

const [integer, bits, octets, oid, utf8, time, sequence, set] = [0x02, 0x03, 0x04, 0x06, 0x0c, 0x17, 0x30, 0x31]

const ecdsaWithSha256 = der(sequence, der(oid, Buffer.from("2a8648ce3d040302", "hex")))
const commonName = der(oid, Buffer.from("550403", "hex"))
const subjectAltName = der(oid, Buffer.from("551d11", "hex"))

export interface CertificateFiles {
  readonly key: string
  readonly certificate: string
}

/** Writes a key and a self-signed certificate for `localhost` and 127.0.0.1. */
export const write = (folder: string): CertificateFiles => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const name = der(sequence, der(set, der(sequence, commonName, der(utf8, "localhost"))))
  const names = der(sequence, der(0x82, "localhost"), der(0x87, Buffer.from([127, 0, 0, 1])))
  const content = der(
    sequence,
    der(0xa0, der(integer, Buffer.from([2]))),
    der(integer, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(sequence, der(time, "250101000000Z"), der(time, "491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(sequence, der(sequence, subjectAltName, der(octets, names))))
  )
  const signature = der(bits, Buffer.from([0]), sign("sha256", content, privateKey))
  const encoded = der(sequence, content, ecdsaWithSha256, signature).toString("base64")
  const files = { key: join(folder, "key.pem"), certificate: join(folder, "certificate.pem") }
  writeFileSync(files.key, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 })
  const lines = encoded.match(/.{1,64}/g)?.join("\n")
  writeFileSync(files.certificate, `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`)
  return files
}
