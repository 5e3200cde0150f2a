import { createHash } from "node:crypto"
import type { FastifyInstance } from "fastify"

/** Adds an ETag to each response to a GET, and answers 304 if the client has it, as `@fastify/etag` does. */
export const addEtags = (app: FastifyInstance): void => {
  app.addHook<string | Buffer>("onSend", async (request, reply, payload) => {
    if (request.method !== "GET" || reply.statusCode !== 200) return payload
    const etag = `"${createHash("sha1").update(payload).digest("base64")}"`
    reply.header("etag", etag)
    if (request.headers["if-none-match"] !== etag) return payload
    reply.code(304)
    return ""
  })
}
