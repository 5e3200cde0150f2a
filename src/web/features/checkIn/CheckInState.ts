import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { CheckIn } from "../../../shared/FieldEdits.ts"
import { noteLength } from "../../../shared/Limits.ts"
import { outlierOf } from "../../../shared/Percent.ts"
import { lengthError } from "../../parts/fields/LengthError.ts"
import { isMine, onlyMine } from "../../session/Mine.ts"
import { type Field, field } from "../../workspace/Field.ts"
import { type Edit, type SeenValue, sameValue } from "../../workspace/outbox/Edit.ts"
import type { Measure, Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { type CheckInGroup, checkInOrder } from "./CheckInOrder.ts"
import { type CheckInReasons, makeReasons } from "./CheckInReasons.ts"
import * as texts from "./CheckInTexts.ts"

/** The table of one team. What is typed in it are the edits of the outbox, as everywhere. */
export interface CheckInState {
  readonly team: Team
  /** Those that are shown: all, or those that the user owns or has typed in. */
  readonly groups: ReadonlySignal<ReadonlyArray<CheckInGroup>>
  /** How many objectives in the table the user owns. */
  readonly mine: ReadonlySignal<number>
  readonly reasons: CheckInReasons
  /** The day that the values are of, `YYYY-MM-DD`; empty for today. */
  readonly day: Signal<string>
  readonly fieldOf: (measure: Measure) => Field<"progress.value">
  /** The last check-in as the page has it now. */
  readonly shown: (measure: Measure) => SeenValue<CheckIn>
  /** What is typed for a measure; undefined for nothing. Reads a signal, like the next three. */
  readonly typed: (measure: Measure) => CheckIn | undefined
  /** Why what is typed cannot be saved; empty if it can, or if nobody has tried yet. */
  readonly trouble: (measure: Measure) => string
  /** Whether the value is so far from the last one that the page asks about it. */
  readonly isAsked: (measure: Measure) => boolean
  readonly filled: ReadonlySignal<number>
  readonly said: ReadonlySignal<string>
  readonly type: (measure: Measure, change: Partial<CheckIn>) => void
  /** Discards what is typed for a measure. */
  readonly clear: (measure: Measure) => void
  /** Asks about the value if it is far from the last one. */
  readonly leave: (measure: Measure) => void
  /**
   * Saves every status, and every check-in but those with a trouble, and those whose value was not asked about yet; resolves to the id of
   * the first one that is left.
   */
  readonly saveAll: () => Promise<string | undefined>
}

/** An empty value is that of a measure nobody has typed a value for. */
const nothingTyped = ({ confidence }: Measure): CheckIn => ({ value: "", confidence, note: "" })

const isNothing = (measure: Measure, { value, confidence, note }: CheckIn): boolean =>
  value === "" && note === "" && confidence === measure.confidence

/** A note or a confidence alone is said of the last value. */
const changed = (measure: Measure, before: CheckIn, change: Partial<CheckIn>): CheckIn => {
  const next = { ...before, ...change }
  const isOfLast = change.value === undefined && next.value === "" && !isNothing(measure, next)
  return isOfLast ? { ...next, value: measure.value } : next
}

const onDay = ({ date: _, ...checkIn }: CheckIn, date: string): CheckIn =>
  date === "" ? checkIn : { ...checkIn, date }

const troubleOf = ({ mine }: Edit<CheckIn>, shown: SeenValue): string => {
  const { value, note } = mine
  if (typeof value === "string") return texts.checkIns.notANumber
  return lengthError(note, noteLength) || (sameValue(mine, shown.value) ? texts.same : "")
}

/** The team's objectives and measures but those that are being deleted, and their order in the table. */
const makeRows = ({ deletions }: Workspace, team: Team) => {
  const objectives = computed(() =>
    team.objectives.ids.value
      .flatMap((id) => team.objectives.byId.get(id)?.value ?? [])
      .filter(({ id }) => !deletions.has(id))
      .map((objective) => ({ ...objective, progress: objective.progress.filter(({ id }) => !deletions.has(id)) }))
  )
  let last: ReadonlyArray<CheckInGroup> = []
  return {
    measures: computed(
      () =>
        new Map<string, Measure>(
          objectives.value.flatMap(({ progress }) => progress.map((measure) => [measure.id, measure]))
        )
    ),
    groups: computed(() => {
      last = checkInOrder(objectives.value, last)
      return last
    })
  }
}

const isOutlier = (measure: Measure, value: CheckIn["value"] | undefined): value is number =>
  typeof value === "number" && outlierOf(measure, value) !== undefined

/** What the page says about a row: why it cannot be saved, and whether its value is asked about. */
const makeRemarks = () => {
  const troubles = signal<ReadonlyMap<string, string>>(new Map())
  /** The values that the page has asked about, by measure. */
  const asked = signal<ReadonlyMap<string, number>>(new Map())
  const setTrouble = (id: string, text: string): void => {
    if ((troubles.peek().get(id) ?? "") !== text) troubles.value = new Map(troubles.peek()).set(id, text)
  }
  const ask = (measure: Measure, value: CheckIn["value"] | undefined): void => {
    if (isOutlier(measure, value)) asked.value = new Map(asked.peek()).set(measure.id, value)
  }
  return {
    setTrouble,
    ask,
    trouble: ({ id }: Measure) => troubles.value.get(id) ?? "",
    isAsked: (measure: Measure, value: CheckIn["value"] | undefined) =>
      isOutlier(measure, value) && asked.value.get(measure.id) === value,
    /** Whether a check-in may be sent; else the page says why not, or asks. */
    isReady: (measure: Measure, edit: Edit<CheckIn>, shown: SeenValue): boolean => {
      const trouble = troubleOf(edit, shown)
      setTrouble(measure.id, trouble)
      if (trouble !== "") return false
      const { value } = edit.mine
      const isNew = isOutlier(measure, value) && asked.peek().get(measure.id) !== value
      if (isNew) ask(measure, value)
      return !isNew
    }
  }
}

export const checkInState = (workspace: Workspace, team: Team): CheckInState => {
  const { outbox, teams } = workspace
  const { edits } = outbox
  const { measures, groups: all } = makeRows(workspace, team)
  const { setTrouble, ask, trouble, isAsked, isReady } = makeRemarks()
  const said = signal("")
  const day = signal("")
  const reasons = makeReasons(workspace, team, () => groups.value.map(({ objectiveId }) => objectiveId))
  const saveReasons = (): ReadonlyArray<Promise<boolean>> =>
    groups.peek().flatMap(({ objectiveId }) => {
      const objective = team.objectives.byId.get(objectiveId)?.peek()
      return objective === undefined ? [] : [reasons.save(objective)]
    })
  const fieldOf = ({ id }: Measure) => field("progress.value", team.id, id)
  const shown: CheckInState["shown"] = ({ value, confidence, note }) =>
    teams.valueAsShown(team.id, { value, confidence, note })
  const typed = (measure: Measure): CheckIn | undefined => edits.of(fieldOf(measure)).value?.mine
  const isOwn = ({ objectiveId }: CheckInGroup): boolean =>
    isMine(workspace.session)(team.objectives.byId.get(objectiveId)?.value.owner ?? "")
  const isFilled = ({ measureIds }: CheckInGroup): boolean =>
    measureIds.some((id) => edits.of(field("progress.value", team.id, id)).value !== undefined)
  const groups = computed(() => all.value.filter((group) => !onlyMine() || isOwn(group) || isFilled(group)))
  const saveAll = async (): Promise<string | undefined> => {
    const byId = measures.peek()
    const rows = groups.peek().flatMap(({ measureIds }) => measureIds.flatMap((id) => byId.get(id) ?? []))
    let left: string | undefined
    const sent = rows.flatMap((measure) => {
      const typed = edits.of(fieldOf(measure)).peek()
      if (typed === undefined || edits.phaseOf(fieldOf(measure)) === "saving") return []
      const edit = { ...typed, mine: onDay(typed.mine, day.peek()) }
      if (edit.mine.date !== typed.mine.date) edits.setValue(fieldOf(measure), shown(measure), edit.mine)
      if (isReady(measure, edit, shown(measure))) return [edits.save(fieldOf(measure), shown(measure))]
      left ??= measure.id
      return []
    })
    const statuses = saveReasons()
    const applied = (await Promise.all(sent)).filter((outcome) => outcome?.status === "applied").length
    const changed = (await Promise.all(statuses)).filter(Boolean).length
    said.value = applied + changed === 0 ? "" : texts.saved(applied, changed)
    return left
  }
  return {
    team,
    groups,
    mine: computed(() => all.value.filter(isOwn).length),
    reasons,
    day,
    fieldOf,
    shown,
    typed,
    trouble,
    isAsked: (measure) => isAsked(measure, typed(measure)?.value),
    filled: computed(
      () => edits.fieldsOfKind("progress.value").filter(({ entityId }) => measures.value.has(entityId)).length
    ),
    said,
    type: (measure, change) => {
      const before = edits.of(fieldOf(measure)).peek()?.mine ?? nothingTyped(measure)
      const next = changed(measure, before, change)
      setTrouble(measure.id, lengthError(next.note, noteLength))
      said.value = ""
      if (isNothing(measure, next)) edits.cancel(fieldOf(measure))
      else edits.setValue(fieldOf(measure), shown(measure), next)
    },
    clear: (measure) => {
      setTrouble(measure.id, "")
      edits.cancel(fieldOf(measure))
    },
    leave: (measure) => ask(measure, typed(measure)?.value),
    saveAll
  }
}
