interface Row {
  readonly id: string
  /** Ids of its principles. */
  readonly linked: ReadonlySet<string>
}

export interface Gaps {
  /** Ids of objectives without a principle. */
  readonly objectives: ReadonlyArray<string>
  /** Ids of principles without an objective. */
  readonly principles: ReadonlyArray<string>
}

/** Objectives per principle, in the order of `principles`. */
export const totals = (rows: ReadonlyArray<Row>, principles: ReadonlyArray<string>): ReadonlyArray<number> => {
  const counts = new Map(principles.map((id) => [id, 0]))
  for (const { linked } of rows) for (const id of linked) counts.set(id, (counts.get(id) ?? 0) + 1)
  return principles.map((id) => counts.get(id) ?? 0)
}

export const gapsOf = (rows: ReadonlyArray<Row>, principles: ReadonlyArray<string>): Gaps => {
  const counts = totals(rows, principles)
  return {
    objectives: rows.filter(({ linked }) => linked.size === 0).map(({ id }) => id),
    principles: principles.filter((_, index) => counts[index] === 0)
  }
}
