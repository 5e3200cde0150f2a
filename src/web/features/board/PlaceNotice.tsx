import { FieldNotice } from "../../parts/FieldNotice.tsx"
import * as texts from "./BoardTexts.ts"
import type { SortableList } from "./SortableList.ts"

/** The notice of a move that is not saved. */
export const placeNotice = (id: string, sortable: SortableList) => (
  <FieldNotice
    field={sortable.fieldOf(id)}
    shown={() => sortable.shownPosition(id)}
    format={texts.board.position}
    label={texts.common.position}
  />
)
