import { FieldNotice } from "../../parts/fields/FieldNotice.tsx"
import * as texts from "./BoardTexts.ts"
import type { SortableList } from "./SortableList.ts"

interface Props {
  readonly id: string
  readonly sortable: SortableList
}

/** The notice of a move that is not saved. */
export const PositionNotice = ({ id, sortable }: Props) => (
  <FieldNotice
    field={sortable.fieldOf(id)}
    shown={() => sortable.shownPosition(id)}
    format={texts.board.position}
    label={texts.common.position}
  />
)
