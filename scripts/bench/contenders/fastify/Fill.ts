import { createHash } from "node:crypto"
import type { Pool } from "pg"
import { tables } from "./Tables.ts"

type Entity = Readonly<Record<string, unknown>> & { readonly id: string }

interface Objective extends Entity {
  readonly principles: ReadonlyArray<Entity>
  readonly groups: ReadonlyArray<Entity>
  readonly initiatives: ReadonlyArray<Entity>
  readonly progress: ReadonlyArray<Entity>
}

/** Our views of a team: its principles, and its objectives with everything in them. */
interface TeamViews {
  readonly principles: {
    readonly team: Entity
    readonly sequenceNumber: number
    readonly principles: ReadonlyArray<Entity>
  }
  readonly objectives: { readonly objectives: ReadonlyArray<Objective> }
}

export interface FastifySetup {
  /** URL of an empty database. */
  readonly database: string
  /** The token of an admin's session. */
  readonly token: string
  readonly teams: ReadonlyArray<TeamViews>
}

export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url")

/** The name of a column for a key of ours. */
const columnOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Inserts rows whose keys are columns' names in camel case; others are left out. */
const insert = (pool: Pool, table: string, rows: ReadonlyArray<object>) => {
  const columns = rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, of]) => [columnOf(key), of])))
  const text = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(null::${table}, $1)`
  return pool.query(text, [JSON.stringify(columns)])
}

/** Inserts the rows of a team from our views of it, so that Fastify's view is the same. */
const fillTeam = async (pool: Pool, { principles: view, objectives: { objectives } }: TeamViews) => {
  const { team, sequenceNumber, principles } = view
  const versioned = (rows: ReadonlyArray<Entity>) =>
    rows.map((row) => ({ ...row, titleSequence: sequenceNumber, descriptionSequence: sequenceNumber }))
  const within = (kind: "groups" | "initiatives" | "progress") =>
    objectives.flatMap((objective) =>
      objective[kind].map((each, position) => ({ ...each, objectiveId: objective.id, position }))
    )
  const links = objectives.flatMap(({ id, principles }) =>
    principles.map((principle) => ({ objectiveId: id, principleId: principle.id }))
  )
  await insert(pool, "teams", [team])
  await insert(pool, "principles", versioned(principles))
  await insert(pool, "objectives", versioned(objectives))
  await insert(pool, "objective_principles", links)
  for (const kind of ["groups", "initiatives", "progress"] as const) await insert(pool, kind, within(kind))
  // An event with the sequence number that the view of the team shows.
  await pool.query(
    `INSERT INTO events (sequence_number, actor_name, event_type, team_id, target_id, data, status)
     VALUES ($1, 'fill', 'fill', $2, $2, '{}', 'applied')`,
    [sequenceNumber, team.id]
  )
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
