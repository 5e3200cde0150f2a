import { EntityId } from "../../../src/domain/entities/Ids.ts"
import type { ObjectivesBody } from "../../../src/domain/views/Views.ts"

type Objective = ObjectivesBody["objectives"][number]

interface Given
  extends Partial<Pick<Objective, "title" | "description" | "owner" | "status" | "startDate" | "dueDate">> {
  /** Ids of its principles. */
  readonly principles?: ReadonlyArray<string>
}

const id = EntityId.make("00000000-0000-4000-8000-000000000001")

/** An objective as the page has it, with default values for what is not given. */
export const objective = ({ principles = [], ...given }: Given): Objective => ({
  id,
  teamId: id,
  title: "Grow",
  description: "",
  status: "on_track",
  statusNote: "",
  owner: "",
  startDate: null,
  dueDate: null,
  parentId: null,
  position: 0,
  percent: null,
  baselinePercent: 0,
  staleAfter: 14,
  principles: principles.map((principle, position) => ({ id: principle as EntityId, title: principle, position })),
  groups: [],
  initiatives: [],
  progress: [],
  createdAt: "2026-01-01T00:00:00.000Z",
  createdBy: "ada",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: "ada",
  ...given
})

type Measure = Objective["progress"][number]

/** A measure as the page has it, with default values for what is not given. */
export const measure = ({ id: measureId = id, ...given }: Partial<Omit<Measure, "id"> & { id: string }>): Measure => ({
  id: measureId as EntityId,
  name: "Sales",
  unit: "",
  start: 0,
  target: 100,
  value: 0,
  percent: 0,
  confidence: null,
  date: null,
  note: "",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: "ada",
  ...given
})
