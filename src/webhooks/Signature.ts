import { createHmac } from "node:crypto"

const secretPrefix = "whsec_"

/** The size of a secret in bytes. */
export const secretBytes = 32

export const encodeSecret = (bytes: Uint8Array): string => `${secretPrefix}${Buffer.from(bytes).toString("base64")}`

export interface SignedMessage {
  readonly id: string
  /** Unix time of this attempt in seconds. */
  readonly timestamp: number
  readonly body: string
}

/** The headers by which a receiver recognises the sender, as Standard Webhooks 1.0 defines them. */
export const signedHeaders = (secret: string, { id, timestamp, body }: SignedMessage) => {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64")
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` }
}
