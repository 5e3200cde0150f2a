import type { Seen } from "../../model/Draft.ts"
import { type Field, field } from "../../model/Field.ts"
import { FieldNotice } from "../../parts/FieldNotice.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Menu } from "../../parts/Menu.tsx"
import type { BoardState } from "../../state/BoardState.ts"
import { draftOf, set } from "../../state/Drafts.ts"
import { linkDrafts } from "../../state/OpenDrafts.ts"
import { canEdit } from "../../state/Session.ts"
import type { Objective } from "../../state/Team.ts"
import { texts } from "../../texts/Texts.ts"

interface Props {
  readonly board: BoardState
  readonly objective: Objective
}

const isLinked = ({ principles }: Objective, principleId: string): boolean =>
  principles.some(({ id }) => id === principleId)

/** With what is on its way to the server. */
const linkedIds = (objective: Objective, drafts: ReadonlyArray<Field>): ReadonlySet<string> => {
  const ids = new Set<string>(objective.principles.map(({ id }) => id))
  for (const link of drafts) {
    const draft = draftOf(link).value
    if (draft?.mine === "true") ids.add(link.pair)
    else if (draft?.mine === "false") ids.delete(link.pair)
  }
  return ids
}

/** The numbers of the principles an objective serves, and a menu to link others. */
export const PrincipleLinks = ({ board, objective }: Props) => {
  const { team, principles, filter } = board
  const linked = linkedIds(objective, linkDrafts(objective.id))
  const all = principles.ids.value
  const seen = (principleId: string): Seen => ({
    text: String(isLinked(objective, principleId)),
    sequenceNumber: team.sequenceNumber.peek()
  })
  const titleOf = (id: string): string => team.principles.byId.get(id)?.value.title ?? ""
  return (
    <div class="links">
      {all.map((id, index) => {
        if (!linked.has(id)) return null
        const label = texts.board.principleChip(index + 1, titleOf(id))
        const isChosen = filter.value.principle === id
        return (
          <button
            key={id}
            type="button"
            class="link-chip"
            aria-pressed={isChosen}
            aria-label={label}
            title={label}
            onClick={() => board.change({ principle: isChosen ? "" : id })}
          >
            {index + 1}
          </button>
        )
      })}
      {canEdit.value && all.length > 0 && (
        <Menu
          label={texts.board.links(objective.title)}
          class="icon-button link-menu"
          items={() =>
            all.map((id, index) => ({
              label: `${index + 1}. ${titleOf(id)}`,
              checked: linked.has(id),
              isOneOfMany: true,
              onSelect: () =>
                void set(field("objective.principle", team.id, objective.id, id), seen(id), String(!linked.has(id)))
            }))
          }
        >
          <Icon name="link" />
        </Menu>
      )}
    </div>
  )
}

/** Links that could not be made or undone. */
export const LinkNotices = ({ board, objective }: Props) => (
  <>
    {linkDrafts(objective.id).map((link) => (
      <FieldNotice
        key={link.pair}
        field={link}
        shown={() => ({
          text: String(isLinked(objective, link.pair)),
          sequenceNumber: board.team.sequenceNumber.peek()
        })}
        format={(text) => texts.board.link[text] ?? text}
      />
    ))}
  </>
)
