import { FieldNotice } from "../../parts/FieldNotice.tsx"
import type { SortableList } from "./SortableList.ts"
import * as texts from "./Texts.ts"

interface Props {
  readonly id: string
  readonly sortable: SortableList
}

/** The notice of a move that is not saved. */
export const PlaceNotice = ({ id, sortable }: Props) => (
  <FieldNotice
    field={sortable.fieldOf(id)}
    shown={() => sortable.shownPosition(id)}
    format={texts.board.place}
    label={texts.common.place}
  />
)
