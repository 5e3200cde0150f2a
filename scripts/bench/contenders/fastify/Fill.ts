import { createHash } from "node:crypto"
import type { Pool } from "pg"
import type { FastifySetup, TeamViews } from "../Fastify.ts"
import { tables } from "./Tables.ts"

/** Inserts the rows of a team from our view of it ($1), so that Fastify's view is the same. */
const ofPrinciples = `
  INSERT INTO principles
  SELECT p.id, p."teamId", p.title, v.sequence, p.description, v.sequence, p.position,
    p."createdAt", p."createdBy", p."updatedAt", p."updatedBy"
  FROM (SELECT ($1::json->>'sequenceNumber')::bigint AS sequence) v,
    json_to_recordset($1::json->'principles') AS p (
      id uuid, "teamId" uuid, title text, description text, position integer,
      "createdAt" timestamptz, "createdBy" text, "updatedAt" timestamptz, "updatedBy" text)`

const team = `
  INSERT INTO teams
  SELECT id, name, color FROM json_to_record($1::json->'team') AS t (id uuid, name text, color text)`

const ofObjectives = [
  `INSERT INTO objectives
   SELECT o.id, o."teamId", o.title, v.sequence, o.description, v.sequence, o.status, o."dueDate", o.position,
     o."createdAt", o."createdBy", o."updatedAt", o."updatedBy"
   FROM (SELECT ($1::json->>'sequenceNumber')::bigint AS sequence) v,
     json_to_recordset($1::json->'objectives') AS o (
       id uuid, "teamId" uuid, title text, description text, status text, "dueDate" date, position integer,
       "createdAt" timestamptz, "createdBy" text, "updatedAt" timestamptz, "updatedBy" text)`,
  `INSERT INTO objective_principles
   SELECT o.id, p.id
   FROM json_to_recordset($1::json->'objectives') AS o (id uuid, principles json),
     json_to_recordset(o.principles) AS p (id uuid)`,
  `INSERT INTO groups
   SELECT (g.value->>'id')::uuid, o.id, g.value->>'name', g.place - 1
   FROM json_to_recordset($1::json->'objectives') AS o (id uuid, groups json),
     json_array_elements(o.groups) WITH ORDINALITY AS g (value, place)`,
  `INSERT INTO initiatives
   SELECT (i.value->>'id')::uuid, o.id, (i.value->>'groupId')::uuid, i.value->>'title', i.value->>'status', i.place - 1
   FROM json_to_recordset($1::json->'objectives') AS o (id uuid, initiatives json),
     json_array_elements(o.initiatives) WITH ORDINALITY AS i (value, place)`,
  `INSERT INTO progress
   SELECT p.id, o.id, p.name, p.unit, p.start, p.target, p.value, p.confidence, p.note, m.place - 1,
     p."updatedAt", p."updatedBy"
   FROM json_to_recordset($1::json->'objectives') AS o (id uuid, progress json),
     json_array_elements(o.progress) WITH ORDINALITY AS m (value, place),
     json_to_record(m.value) AS p (
       id uuid, name text, unit text, start double precision, target double precision, value double precision,
       confidence integer, note text, "updatedAt" timestamptz, "updatedBy" text)`,
  // An event with the sequence number that the view of the team shows.
  `INSERT INTO events (sequence_number, actor_name, event_type, team_id, target_id, data, status)
   SELECT ($1::json->>'sequenceNumber')::bigint, 'fill', 'fill', t.id, t.id, '{}', 'applied'
   FROM json_to_record($1::json->'team') AS t (id uuid)`
]

export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url")

const fillTeam = async (pool: Pool, { principles, objectives }: TeamViews) => {
  await pool.query(team, [principles])
  await pool.query(ofPrinciples, [principles])
  for (const statement of ofObjectives) await pool.query(statement, [objectives])
}

/** Creates the tables and fills them. */
export const fill = async (pool: Pool, { token, teams }: FastifySetup): Promise<void> => {
  await pool.query(tables)
  await pool.query("INSERT INTO users (username, role) VALUES ('admin', 'admin')")
  await pool.query("INSERT INTO sessions SELECT $1, id, now() + interval '7 days' FROM users", [tokenHash(token)])
  for (const views of teams) await fillTeam(pool, views)
  await pool.query(
    "SELECT setval(pg_get_serial_sequence('events', 'sequence_number'), max(sequence_number)) FROM events"
  )
  await pool.query("ANALYZE")
}
