import { FieldNotice } from "../../parts/FieldNotice.tsx"
import type { SortableList } from "./SortableList.ts"
import * as texts from "./Texts.ts"

/** The notice of a move that is not saved. */
export const placeNotice = (id: string, sortable: SortableList) => (
  <FieldNotice
    field={sortable.fieldOf(id)}
    shown={() => sortable.shownPosition(id)}
    format={texts.board.place}
    label={texts.common.place}
  />
)
