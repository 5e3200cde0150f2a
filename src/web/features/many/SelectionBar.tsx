import { useEffect, useRef } from "preact/hooks"
import { objectiveStatuses } from "../../../shared/Statuses.ts"
import { Menu } from "../../parts/dialogs/Menu.tsx"
import { useShortcut } from "../../parts/keys/Shortcuts.ts"
import { type Asked, useSelection } from "../../parts/lists/Selection.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { duplicate } from "./Copying.ts"
import { itemsNow, itemsOf } from "./Items.ts"
import { commonPrinciples, removeAll, setField, setLinks } from "./ManyEdits.ts"
import { ManyForm } from "./ManyForm.tsx"
import * as texts from "./ManyTexts.ts"

/** The key that leads to the bar. */
const barKey = "X"

const Ask = ({ what, targets }: { readonly what: keyof typeof texts.bar.actions } & Pick<Asked, "targets">) => {
  const { asked } = useSelection()
  return (
    <button type="button" class="small" onClick={() => (asked.value = { what, targets })}>
      {texts.bar.actions[what]}
    </button>
  )
}

const Bar = () => {
  const workspace = useWorkspace()
  const { chosen, listed, chooseAll, clear } = useSelection()
  const bar = useRef<HTMLElement>(null)
  const targets = chosen.value
  useShortcut(barKey, () => bar.current?.querySelector<HTMLElement>(".small")?.focus())
  useEffect(() => {
    // What they have is needed once something is done with them.
    for (const { teamId } of targets) workspace.teams.queueLoad(teamId)
  }, [targets])
  const items = () => itemsNow(workspace, targets)
  return (
    <section ref={bar} class="selection-bar" aria-label={texts.bar.label}>
      <strong role="status">{texts.bar.count(targets.length)}</strong>
      <button type="button" class="icon-button" aria-label={texts.bar.clear} title={texts.bar.clear} onClick={clear}>
        <Icon name="cross" />
      </button>
      <Menu
        label={texts.common.status}
        class="small"
        items={objectiveStatuses.map((status) => ({
          label: statusText(status),
          mark: <StatusShape status={status} />,
          onSelect: () =>
            void itemsOf(workspace, targets).then((items) =>
              setField(workspace, items, "objective.status", { status, note: "" })
            )
        }))}
      >
        {texts.common.status}
      </Menu>
      <Ask what="dueDate" targets={targets} />
      <Ask what="owner" targets={targets} />
      <Menu
        label={texts.bar.principles}
        class="small"
        items={() => {
          const found = commonPrinciples(items())
          if (found.length === 0) return [{ label: texts.bar.noPrinciples, disabled: true, onSelect: () => undefined }]
          return found.map(({ title, isLinked }) => ({
            label: title,
            checked: isLinked,
            onSelect: () => void setLinks(workspace, items(), title, !isLinked)
          }))
        }}
      >
        {texts.bar.principles}
      </Menu>
      <Ask what="parent" targets={targets} />
      <Ask what="move" targets={targets} />
      <button type="button" class="small" onClick={() => void removeAll(workspace, items())}>
        {texts.common.remove}
      </button>
      {targets.length < listed.value.length && (
        <button type="button" class="small" onClick={chooseAll}>
          {texts.bar.all(listed.value.length)}
        </button>
      )}
    </section>
  )
}

/** What is asked for before it is done; a copy is made at once. */
const Asking = ({ asked: { what, targets } }: { readonly asked: Asked }) => {
  const workspace = useWorkspace()
  const { asked } = useSelection()
  const close = (): void => {
    asked.value = undefined
  }
  useEffect(() => {
    if (what !== "duplicate") return
    close()
    void itemsOf(workspace, targets).then((items) => duplicate(workspace, items))
  }, [])
  return what === "duplicate" ? null : <ManyForm what={what} targets={targets} onClose={close} />
}

/** What can be done with the selected objectives, and what is asked for that. */
export const SelectionBar = () => {
  const { isActive, asked } = useSelection()
  return (
    <>
      {isActive.value && <Bar />}
      {asked.value !== undefined && <Asking asked={asked.value} />}
    </>
  )
}
