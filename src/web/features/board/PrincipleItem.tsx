import type { Signal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { pathOf } from "../../session/Route.ts"
import { field } from "../../workspace/Field.ts"
import type { Principle } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { useAddressedItem } from "./AddressedItem.ts"
import type { BoardState } from "./BoardState.ts"
import * as texts from "./BoardTexts.ts"
import { Grip } from "./Grip.tsx"
import { ItemMenu } from "./ItemMenu.tsx"
import { PositionNotice } from "./PositionNotice.tsx"

interface Props {
  readonly board: BoardState
  readonly principle: Signal<Principle>
  readonly number: number
  /** Whether the column that contains it is open. */
  readonly isOpen: Signal<boolean>
}

/** A principle with its number, texts, and a button that filters the objectives by it. */
export const PrincipleItem = ({ board, principle, number, isOpen }: Props) => {
  const { session } = useWorkspace()
  const { id, title, description, objectives } = principle.value
  const { team, principles: sortable } = board
  const item = useRef<HTMLLIElement>(null)
  useAddressedItem(board, id, item, () => (isOpen.value = true))
  const isChosen = board.filter.value.principle === id
  return (
    <li
      ref={item}
      class={`principle ${isChosen ? "chosen" : ""}`}
      data-id={id}
      data-address={pathOf.principle(team.id, id)}
    >
      <span class="principle-number">
        <Grip id={id} sortable={sortable} />
        <span>{number}</span>
      </span>
      <div class="principle-texts">
        <EditableText field={field("principle.title", team.id, id)} value={title} heading={3} />
        {(session.canEdit.value || description !== "") && (
          <EditableText
            class={`small-text ${description === "" ? "empty-text" : "quiet"}`}
            field={field("principle.description", team.id, id)}
            value={description}
          />
        )}
        <PositionNotice id={id} sortable={sortable} />
      </div>
      <span class="principle-end">
        <ItemMenu id={id} sortable={sortable} />
        <button
          type="button"
          class="linked-count"
          aria-pressed={isChosen}
          aria-label={texts.board.linkedTo(title, objectives.length)}
          title={texts.board.linkedTo(title, objectives.length)}
          onClick={() => board.togglePrinciple(id)}
        >
          <Icon name="filter" size={12} /> {objectives.length}
        </button>
      </span>
    </li>
  )
}
