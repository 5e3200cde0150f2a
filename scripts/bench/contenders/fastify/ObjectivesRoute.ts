import type { FastifyInstance } from "fastify"
import type { Pool } from "pg"

const time = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const reached = "least(100, greatest(0, (value - start) / (target - start) * 100))"

/** The measures of all objectives of the team in one query; a lookup for each objective takes 1.5 times as long. */
const progress = `
  SELECT objective_id, floor(avg(${reached}) + 0.5)::integer AS percent, json_agg(json_build_object(
    'id', m.id, 'name', name, 'unit', unit, 'start', start, 'target', target, 'value', value,
    'percent', floor(${reached} + 0.5)::integer, 'confidence', confidence, 'note', note,
    'updatedAt', ${time("m.updated_at")}, 'updatedBy', m.updated_by
  ) ORDER BY m.position) AS body
  FROM progress m JOIN o ON o.id = m.objective_id GROUP BY objective_id`

const principles = `
  SELECT objective_id,
    json_agg(json_build_object('id', p.id, 'title', p.title, 'position', p.position) ORDER BY p.position) AS body
  FROM objective_principles l JOIN o ON o.id = l.objective_id JOIN principles p ON p.id = l.principle_id
  GROUP BY objective_id`

const groups = `
  SELECT objective_id, json_agg(json_build_object('id', g.id, 'name', name) ORDER BY g.position) AS body
  FROM groups g JOIN o ON o.id = g.objective_id GROUP BY objective_id`

const initiatives = `
  SELECT objective_id, json_agg(
    json_build_object('id', i.id, 'title', i.title, 'status', i.status, 'groupId', group_id) ORDER BY i.position
  ) AS body
  FROM initiatives i JOIN o ON o.id = i.objective_id GROUP BY objective_id`

/** The database makes the whole JSON, so that it is not parsed and serialised again. */
const view = {
  name: "objectives",
  text: `
    WITH o AS (SELECT * FROM objectives WHERE team_id = $1)
    SELECT json_build_object(
      'team', json_build_object('id', t.id, 'name', t.name, 'color', t.color),
      'sequenceNumber', (SELECT max(sequence_number) FROM events WHERE team_id = t.id AND status = 'applied'),
      'objectives', coalesce((
        SELECT json_agg(json_build_object(
          'id', o.id, 'teamId', o.team_id, 'title', o.title, 'description', o.description, 'status', o.status,
          'dueDate', o.due_date, 'position', o.position, 'percent', progress.percent,
          'baselinePercent', coalesce(progress.percent, 0),
          'principles', coalesce(principles.body, '[]'), 'groups', coalesce(groups.body, '[]'),
          'initiatives', coalesce(initiatives.body, '[]'), 'progress', coalesce(progress.body, '[]'),
          'createdAt', ${time("o.created_at")}, 'createdBy', o.created_by,
          'updatedAt', ${time("o.updated_at")}, 'updatedBy', o.updated_by
        ) ORDER BY o.position)
        FROM o
          LEFT JOIN (${progress}) progress ON progress.objective_id = o.id
          LEFT JOIN (${principles}) principles ON principles.objective_id = o.id
          LEFT JOIN (${groups}) groups ON groups.objective_id = o.id
          LEFT JOIN (${initiatives}) initiatives ON initiatives.objective_id = o.id
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
