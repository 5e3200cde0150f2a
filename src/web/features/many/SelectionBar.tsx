import { useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { objectiveStatuses } from "../../../shared/Statuses.ts"
import { Menu } from "../../parts/dialogs/Menu.tsx"
import { periodChoices } from "../../parts/fields/PeriodChoices.ts"
import { useShortcut } from "../../parts/keys/Shortcuts.ts"
import { type Asked, useSelection } from "../../parts/lists/Selection.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { duplicate } from "./Copying.ts"
import { type Item, itemsNow, itemsOf } from "./Items.ts"
import { askDays, askOwner, commonPrinciples, removeAll, setLinks, setPeriod, setStatus } from "./ManyEdits.ts"
import { ManyMove, ManyParent } from "./ManyForm.tsx"
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
  const { chosen, listed, chooseAll, clear, asked } = useSelection()
  const bar = useRef<HTMLElement>(null)
  const targets = chosen.value
  useShortcut(barKey, () => bar.current?.querySelector<HTMLElement>(".small")?.focus())
  useEffect(() => {
    // What they have is needed once something is done with them.
    for (const { teamId } of targets) workspace.teams.queueLoad(teamId)
  }, [targets])
  const items = () => itemsNow(workspace, targets)
  const askPeriod = (): void => {
    asked.value = { what: "period", targets }
  }
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
          onSelect: () => void itemsOf(workspace, targets).then((items) => setStatus(workspace, items, status))
        }))}
      >
        {texts.common.status}
      </Menu>
      <Menu
        label={texts.periods.label}
        class="small"
        items={() => periodChoices({ set: (dates) => void setPeriod(workspace, items(), dates), ask: askPeriod })}
      >
        {texts.periods.label}
      </Menu>
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
      <button type="button" class="small danger" onClick={() => void removeAll(workspace, items())}>
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

const forms = { parent: ManyParent, move: ManyMove }

type Formed = keyof typeof forms

const isFormed = (what: Asked["what"]): what is Formed => Object.hasOwn(forms, what)

/** What is asked for before it is done; a copy is made at once, an owner chosen beside what has the focus. */
const Asking = ({ asked: { what, targets } }: { readonly asked: Asked }) => {
  const workspace = useWorkspace()
  const { asked } = useSelection()
  const items = useSignal<ReadonlyArray<Item> | undefined>(undefined)
  const close = (): void => {
    asked.value = undefined
  }
  useEffect(() => {
    const opener = document.activeElement
    void itemsOf(workspace, targets).then((found) => {
      if (isFormed(what)) items.value = found
      else close()
      if (what === "duplicate") void duplicate(workspace, found)
      if (what === "period") askDays(workspace, found)
      if (what === "owner") askOwner(workspace, found, opener)
    })
  }, [])
  if (items.value === undefined || !isFormed(what)) return null
  const Form = forms[what]
  return <Form items={items.value} onClose={close} />
}

/** What can be done with the selected objectives, and what is asked for that. */
export const SelectionBar = () => {
  const { isActive, asked } = useSelection()
  return (
    <>
      {isActive.value && <Bar />}
      {asked.value !== undefined && <Asking key={asked.value.what} asked={asked.value} />}
    </>
  )
}
