import type { CustomFetch } from "openid-client"

/** In bytes. Answers of providers have a few kilobytes; keys of many signers some tens. */
const maxBody = 1_048_576

const bodyOf = async (response: Response): Promise<Uint8Array<ArrayBuffer> | null> => {
  if (response.body === null) return null
  const chunks: Array<Uint8Array> = []
  let length = 0
  // Leaving the loop early cancels the rest of the body.
  for await (const chunk of response.body) {
    length += chunk.length
    if (length > maxBody) throw new Error(`The provider's answer has more than ${maxBody} bytes.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Without the query, which may have a secret. */
const addressOf = (url: string): string => url.split("?", 1)[0] ?? ""

/** The same error with the address in its message; `openid-client` goes by its class and name. */
const withAddress = (url: string, error: unknown): unknown => {
  const address = addressOf(url)
  if (error instanceof DOMException) return new DOMException(`${address}: ${error.message}`, error.name)
  return error instanceof TypeError ? new TypeError(`${address} did not answer`, { cause: error }) : error
}

const fetched: CustomFetch = async (url, options) => {
  const { signal = null, body = null, ...rest } = options
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : body
  const response = await fetch(url, { ...rest, signal, body: sent })
  const { status, headers } = response
  const answer = new Response(await bodyOf(response), { status, headers })
  return Object.defineProperty(answer, "url", { value: addressOf(url) })
}

/** `fetch` that reads at most a megabyte. Its answers have their address, which its errors name. */
export const boundedFetch: CustomFetch = (url, options) =>
  fetched(url, options).catch((error) => Promise.reject(withAddress(url, error)))
