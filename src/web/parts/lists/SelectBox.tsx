import * as texts from "../../texts/SharedTexts.ts"
import { useRowTabIndex } from "../keys/RowKeys.ts"
import { useSelection } from "./Selection.ts"

interface Props {
  readonly id: string
  readonly title: string
}

/** The checkbox of a row, once something is selected. */
export const SelectBox = ({ id, title }: Props) => {
  const { has, toggle } = useSelection()
  return (
    <input
      type="checkbox"
      class="select-box"
      tabIndex={useRowTabIndex()}
      aria-label={texts.common.select(title)}
      checked={has(id)}
      onChange={() => toggle(id)}
    />
  )
}
