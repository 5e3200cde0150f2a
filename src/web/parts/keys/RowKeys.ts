import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { navigate } from "../../session/Route.ts"
import { takesText } from "./Shortcuts.ts"

/**
 * The `tabIndex` of the controls in a row. A list of rows provides -1, because a row is one tab stop, its title; what is
 * opened below a row provides undefined again.
 */
export const RowTabIndex = createContext<-1 | undefined>(undefined)

export const useRowTabIndex = (): -1 | undefined => useContext(RowTabIndex)

/** Edits the first text in an element, as its pencil does; false if there is none. */
export const pressPencil = (element: Element | null | undefined): boolean => {
  const pencil = element?.querySelector<HTMLElement>(".pencil")
  pencil?.click()
  return pencil != null
}

/** The keys that lead to another row. */
const rowSteps: Readonly<Record<string, -1 | 1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** The keys that lead to another control of the row. */
const controlSteps: Readonly<Record<string, -1 | 1>> = { ArrowRight: 1, ArrowLeft: -1 }

const titleIn = (row: Element | undefined): HTMLElement | null | undefined =>
  row?.querySelector<HTMLElement>("button.title, a.title, .title button, .title textarea")

const isShown = (element: HTMLElement): boolean => element.checkVisibility()

const allIn = (root: ParentNode, selector: string): ReadonlyArray<HTMLElement> =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter(isShown)

/** Focuses the title of the next row, or of the first one where no row has the focus. */
const moveToRow = (row: HTMLElement | null, step: -1 | 1): boolean => {
  const rows = allIn(document, "[data-row]")
  const next = row === null ? rows[0] : rows[rows.indexOf(row) + step]
  titleIn(next)?.focus()
  return next !== undefined
}

const moveToControl = (row: HTMLElement, target: Element, step: -1 | 1): boolean => {
  const controls = allIn(row, "button, a, [type=checkbox]")
  const next = controls[controls.findIndex((control) => control.contains(target)) + step]
  next?.focus()
  return next !== undefined
}

/** How long what a row opens may take to appear. */
const maxWaitMs = 5000

/** Presses the pencil of a row, or of what it opens. */
const edit = (row: HTMLElement): boolean => {
  const item = row.parentElement
  if (pressPencil(item)) return true
  const title = titleIn(row)
  if (item === null || title == null) return false
  if (title.ariaExpanded === "false") title.click()
  const appeared = new MutationObserver(() => {
    if (pressPencil(item)) appeared.disconnect()
  })
  appeared.observe(item, { childList: true, subtree: true })
  setTimeout(() => appeared.disconnect(), maxWaitMs)
  return true
}

const checkIn = (target: Element, row: HTMLElement | null): boolean => {
  const button = target.closest(".measure")?.querySelector<HTMLElement>("[data-check-in-form]")
  const address = row?.dataset.checkIn
  button?.click()
  if (button == null && address !== undefined) navigate(address)
  return button != null || address !== undefined
}

/** Runs what a key does in a row; returns whether it does something. */
const run = ({ key, target }: KeyboardEvent): boolean => {
  if (!(target instanceof Element)) return false
  const row = target.closest<HTMLElement>("[data-row]")
  const step = rowSteps[key]
  const controlStep = controlSteps[key]
  if (step !== undefined) return (row !== null || key === "j") && moveToRow(row, step)
  if (controlStep !== undefined) return row !== null && moveToControl(row, target, controlStep)
  if (key === "e") return row === null ? pressPencil(target.closest("li")) : edit(row)
  return key === "c" && checkIn(target, row)
}

/** Follows the keys of rows. To be called before `watchShortcuts`, whose keys are for where no row has the focus. */
export const watchRowKeys = (): void =>
  document.addEventListener("keydown", (event) => {
    const { defaultPrevented, isComposing, altKey, ctrlKey, metaKey, shiftKey, target } = event
    if (defaultPrevented || isComposing || altKey || ctrlKey || metaKey || shiftKey) return
    if (takesText(target) || document.querySelector("dialog[open]") !== null) return
    if (run(event)) event.preventDefault()
  })
