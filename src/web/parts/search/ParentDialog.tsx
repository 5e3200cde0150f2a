import { useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import * as texts from "../../texts/AlignmentTexts.ts"
import type { Alignment, Placed } from "../../workspace/Alignment.ts"
import { Status } from "../status/Status.tsx"
import { type Entry, prepared, search } from "./Search.ts"
import { maxShown, SearchDialog } from "./SearchDialog.tsx"

interface Props {
  readonly title: string
  /** The ids of the objectives that are to support what is chosen. */
  readonly ids: ReadonlyArray<string>
  readonly alignment: Alignment
  /** Whether nothing can be chosen too, which is null. */
  readonly hasNone?: boolean
  readonly onChoose: (parentId: string | null) => void
  readonly onClose: () => void
}

const entryOf = ({ objective: { id, teamId, title, owner }, team }: Placed): Entry => ({
  ...{ kind: "objective", id, title, teamId, objectiveId: id },
  keywords: owner,
  within: [team?.name ?? ""]
})

const none: Entry = { kind: "objective", id: "", title: texts.nothing, teamId: "", objectiveId: "", within: [] }

/** Finds an objective of any team, but none that would close a circle. Those that most support are offered first. */
export const ParentDialog = ({ title, ids, alignment, hasNone = false, onChoose, onClose }: Props) => {
  const query = useSignal("")
  const index = useMemo(
    () =>
      prepared([
        ...(hasNone ? [none] : []),
        ...alignment.all
          .filter(({ objective }) => !ids.some((id) => alignment.isBelow(objective.id, id)))
          .map((placed) => ({ entry: entryOf(placed), count: alignment.supportersOf(placed.objective.id).length }))
          .sort((left, right) => right.count - left.count)
          .map(({ entry }) => entry)
      ]),
    [alignment, ids.join()]
  )
  const isEmpty = query.value.trim() === ""
  const found = isEmpty
    ? { entries: index.slice(0, maxShown).map(({ entry }) => entry), total: index.length }
    : search(index, query.value, maxShown)
  return (
    <SearchDialog
      title={title}
      label={texts.search}
      query={query}
      found={found}
      isLoaded
      hint={isEmpty ? texts.supportedFirst : ""}
      mark={({ id }) => {
        const status = alignment.find(id)?.objective.status
        return status && <Status status={status} />
      }}
      onChoose={({ id }) => onChoose(id || null)}
      onClose={onClose}
    />
  )
}
