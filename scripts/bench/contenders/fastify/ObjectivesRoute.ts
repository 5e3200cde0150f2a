import type { FastifyInstance } from "fastify"
import type { Pool } from "pg"

const time = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const reached = "least(100, greatest(0, (value - start) / (target - start) * 100))"

const progress = `
  SELECT floor(avg(${reached}) + 0.5)::integer AS percent, json_agg(json_build_object(
    'id', id, 'name', name, 'unit', unit, 'start', start, 'target', target, 'value', value,
    'percent', floor(${reached} + 0.5)::integer, 'confidence', confidence, 'note', note,
    'updatedAt', ${time("updated_at")}, 'updatedBy', updated_by
  ) ORDER BY position) AS body
  FROM progress WHERE objective_id = o.id`

const principles = `
  SELECT json_agg(json_build_object('id', p.id, 'title', p.title, 'position', p.position) ORDER BY p.position) AS body
  FROM objective_principles l JOIN principles p ON p.id = l.principle_id WHERE l.objective_id = o.id`

const groups = `
  SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY position) AS body
  FROM groups WHERE objective_id = o.id`

const initiatives = `
  SELECT json_agg(
    json_build_object('id', id, 'title', title, 'status', status, 'groupId', group_id) ORDER BY position
  ) AS body
  FROM initiatives WHERE objective_id = o.id`

/** The whole answer is made by the database: nothing is parsed and written again on its way. */
const view = {
  name: "objectives",
  text: `
    SELECT json_build_object(
      'team', json_build_object('id', t.id, 'name', t.name, 'color', t.color),
      'sequenceNumber', (SELECT max(sequence_number) FROM events WHERE team_id = t.id AND status = 'applied'),
      'objectives', coalesce((
        SELECT json_agg(json_build_object(
          'id', o.id, 'teamId', o.team_id, 'title', o.title, 'description', o.description, 'status', o.status,
          'dueDate', o.due_date, 'position', o.position, 'percent', progress.percent,
          'principles', coalesce(principles.body, '[]'), 'groups', coalesce(groups.body, '[]'),
          'initiatives', coalesce(initiatives.body, '[]'), 'progress', coalesce(progress.body, '[]'),
          'createdAt', ${time("o.created_at")}, 'createdBy', o.created_by,
          'updatedAt', ${time("o.updated_at")}, 'updatedBy', o.updated_by
        ) ORDER BY o.position)
        FROM objectives o, LATERAL (${principles}) principles, LATERAL (${groups}) groups,
          LATERAL (${initiatives}) initiatives, LATERAL (${progress}) progress
        WHERE o.team_id = t.id
      ), '[]')
    )::text AS body
    FROM teams t WHERE t.id = $1`
}

const params = {
  type: "object",
  required: ["teamId"],
  properties: { teamId: { type: "string", format: "uuid" } }
}

export const addObjectives = (app: FastifyInstance, pool: Pool): void => {
  app.get<{ Params: { teamId: string } }>(
    "/api/teams/:teamId/objectives",
    { schema: { params } },
    async (request, reply) => {
      const { rows } = await pool.query<{ body: string }>({ ...view, values: [request.params.teamId] })
      const [found] = rows
      if (found === undefined) return reply.code(404).send({ message: "There is no team with this id." })
      return reply.type("application/json").send(found.body)
    }
  )
}
