/** An event type that edits a field, with its statements, which are prepared once on each connection. */
interface Edit {
  /** The name of the key in `data` and of the column. */
  readonly field: "title" | "description"
  readonly maxLength: number
  readonly minLength: number
  readonly find: { readonly name: string; readonly text: string }
  readonly update: { readonly name: string; readonly text: string }
}

const edit = (
  table: "principles" | "objectives",
  field: Edit["field"],
  limits: Pick<Edit, "minLength" | "maxLength">
): Edit => ({
  field,
  ...limits,
  find: {
    name: `find ${table}.${field}`,
    text: `
      SELECT team_id AS "teamId", ${field} AS value, ${field}_sequence AS sequence
      FROM ${table} WHERE id = $1 FOR UPDATE`
  },
  update: {
    name: `update ${table}.${field}`,
    text: `
      UPDATE ${table} SET ${field} = $2, ${field}_sequence = $3, updated_at = now(), updated_by = $4 WHERE id = $1`
  }
})

const title = { minLength: 1, maxLength: 250 }
const description = { minLength: 0, maxLength: 4_096 }

export const edits: Readonly<Record<string, Edit>> = {
  update_principle_title: edit("principles", "title", title),
  update_principle_description: edit("principles", "description", description),
  update_objective_title: edit("objectives", "title", title),
  update_objective_description: edit("objectives", "description", description)
}

export const insertEvent = {
  name: "insert event",
  text: `
    INSERT INTO events (actor_name, event_type, team_id, target_id, data, status, rejection_reason, old_value, new_value)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING sequence_number AS sequence`
}

export const associate = {
  name: "associate",
  text: "INSERT INTO associations (entity_id, sequence_number, transitive) VALUES ($1, $2, false)"
}
