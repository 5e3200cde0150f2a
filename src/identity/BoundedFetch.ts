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

/** `fetch` that reads at most a megabyte. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const { signal = null, body = null, ...rest } = options
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : body
  const response = await fetch(url, { ...rest, signal, body: sent })
  const { status, headers } = response
  return new Response(await bodyOf(response), { status, headers })
}
