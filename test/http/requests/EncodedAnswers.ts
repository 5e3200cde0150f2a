import { request as open } from "node:http"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { Effect } from "effect"
import { BaseUrl } from "../../support/TestServer.ts"

export const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync
}

/** Requests a path; returns the answer with the bytes of its body as they were sent. */
export const asked = Effect.fnUntraced(function* (path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(yield* BaseUrl)
  return yield* Effect.callback<{ status: number; headers: Readonly<Record<string, unknown>>; bytes: Buffer }>(
    (resume) => {
      const call = open({ hostname, port, path, headers, agent: false }, (response) => {
        const received: Array<Uint8Array> = []
        response.on("data", (chunk: Uint8Array) => received.push(chunk))
        response.on("end", () =>
          resume(
            Effect.succeed({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes: Buffer.concat(received)
            })
          )
        )
      })
      call.on("error", (error) => resume(Effect.die(error)))
      call.end()
    }
  )
})
