import type { ComponentChildren } from "preact"
import { useRowTabIndex } from "../keys/RowKeys.ts"
import { Icon, type IconName } from "../status/Icon.tsx"
import { usePopover } from "./UsePopover.ts"

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  /** Shown instead of an icon. */
  readonly mark?: ComponentChildren
  readonly onSelect: () => void
  readonly disabled?: boolean
  readonly danger?: boolean
  /** For a choice: whether it is chosen. */
  readonly checked?: boolean
  /** For a choice: whether several can be chosen; the menu then stays open. */
  readonly isOneOfMany?: boolean
}

interface Props {
  /** The accessible name of the button and the menu. */
  readonly label: string
  /** A function is called when the menu opens. */
  readonly items: ReadonlyArray<MenuItem> | (() => ReadonlyArray<MenuItem>)
  readonly children: ComponentChildren
  readonly class?: string
  readonly disabled?: boolean
}

const keyMoves: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1
}

const roleOf = ({ checked, isOneOfMany = false }: MenuItem) =>
  checked === undefined
    ? ({ role: "menuitem" } as const)
    : ({ role: isOneOfMany ? "menuitemcheckbox" : "menuitemradio", "aria-checked": checked } as const)

const startingWith = (letter: string, entries: ReadonlyArray<HTMLElement>): HTMLElement | undefined =>
  entries.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()))

const entriesOf = (menu: HTMLElement | null): ReadonlyArray<HTMLElement> =>
  Array.from(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled)") ?? [])

/**
 * A button that opens a list of actions or choices. Arrow keys, Home and End move in it, Escape closes it, a letter
 * moves to the next entry that begins with it.
 */
export const Menu = ({ label, items, children, class: name = "icon-button", disabled = false }: Props) => {
  const { isOpen, open, hide, opener, content } = usePopover((menu) => {
    const all = entriesOf(menu)
    ;(all.find((entry) => entry.ariaChecked === "true") ?? all[0])?.focus()
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = entriesOf(content.ref.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const move = keyMoves[event.key]
    const byLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey
    const found = byLetter ? startingWith(event.key, [...all.slice(at + 1), ...all.slice(0, at + 1)]) : undefined
    const next = move === undefined ? found : all[move(at, all.length)]
    if (event.key === "Tab") hide()
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  const select = (item: MenuItem): void => {
    if (item.isOneOfMany !== true) {
      hide()
      opener.ref.current?.focus()
    }
    item.onSelect()
  }
  return (
    <>
      <button
        {...opener}
        type="button"
        class={name}
        tabIndex={useRowTabIndex()}
        disabled={disabled}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return
          event.preventDefault()
          open()
        }}
      >
        {children}
      </button>
      {isOpen.value && (
        <div {...content} role="menu" aria-label={label} class="menu" tabIndex={-1} onKeyDown={onKeyDown}>
          {(typeof items === "function" ? items() : items).map((item) => (
            <button
              key={item.label}
              type="button"
              {...roleOf(item)}
              class={item.danger === true ? "danger" : undefined}
              disabled={item.disabled}
              tabIndex={-1}
              onClick={() => select(item)}
            >
              {item.mark ?? (item.icon === undefined ? null : <Icon name={item.icon} />)}
              <span>{item.label}</span>
              {item.checked === true && <Icon name="check" />}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
