import type { FastifyInstance } from "fastify"
import type { Pool } from "pg"
import type { User } from "./Sessions.ts"
import { edits } from "./Statements.ts"
import { type Outcome, type Submission, submit } from "./Submit.ts"

const body = {
  type: "object",
  required: ["eventType", "targetId", "data"],
  properties: {
    eventType: { type: "string", enum: Object.keys(edits) },
    targetId: { type: "string", format: "uuid" },
    data: { type: "object", additionalProperties: { type: "string" } },
    lastSeenSequence: { type: "integer", nullable: true }
  }
}

const text = { type: "string", nullable: true }

const outcome = {
  type: "object",
  properties: {
    sequenceNumber: { type: "integer" },
    status: { type: "string" },
    rejectionReason: text,
    previousValue: text,
    conflictingServerValue: text
  }
}

const mayEdit = ({ role }: User): boolean => role === "editor" || role === "admin"

/** Adds the edits of titles and descriptions, which is enough to measure the cost of an event. */
export const addEvents = (app: FastifyInstance, pool: Pool): void => {
  app.post<{ Body: Submission; Reply: Outcome | { message: string } }>(
    "/api/events",
    { schema: { body, response: { 200: outcome } } },
    async (request, reply) => {
      if (!mayEdit(request.user)) return reply.code(403).send({ message: "This needs the role editor." })
      return submit(pool, request.user, request.body)
    }
  )
}
