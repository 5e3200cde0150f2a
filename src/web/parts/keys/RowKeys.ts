import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { navigate } from "../../session/Route.ts"
import { takesText } from "./Shortcuts.ts"

/** The `tabIndex` of the controls in a row. A list of rows provides -1, because a row is one tab stop, its title. */
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

export const titleIn = (row: Element | null | undefined): HTMLElement | null | undefined =>
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

/** How long the panel may take to appear. */
const maxWaitMs = 5000

/** Presses the first pencil of the panel, in a frame until then in which it is there. */
const editInPanel = (until: number): void => {
  requestAnimationFrame(() => {
    const isEdited = pressPencil(document.querySelector(".objective-panel"))
    if (!isEdited && performance.now() < until) editInPanel(until)
  })
}

/** Edits the title of a row, there or in the panel that it opens; false if it has none. */
export const editTitle = (row: HTMLElement | null): boolean => {
  const title = titleIn(row)
  if (pressPencil(row)) return true
  if (title?.ariaExpanded == null) return false
  if (title.ariaExpanded === "false") title.click()
  editInPanel(performance.now() + maxWaitMs)
  return true
}

const checkIn = (target: Element): boolean => {
  const button = target.closest(".measure")?.querySelector<HTMLElement>("[data-check-in-form]")
  const address = target.closest<HTMLElement>("[data-check-in]")?.dataset.checkIn
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
  // Elsewhere the arrow keys scroll, and the letters go on from the open row.
  const from = row ?? (key === "j" || key === "k" ? document.querySelector<HTMLElement>(".open > [data-row]") : null)
  if (step !== undefined) return (from !== null || key === "j") && moveToRow(from, step)
  if (controlStep !== undefined) return row !== null && moveToControl(row, target, controlStep)
  if (key === "e") return row === null ? pressPencil(target.closest("li, .objective-panel")) : editTitle(row)
  return key === "c" && checkIn(target)
}

/** Follows the keys of rows. To be called before `watchShortcuts`, whose keys are for where no row has the focus. */
export const watchRowKeys = (): void =>
  document.addEventListener("keydown", (event) => {
    const { defaultPrevented, isComposing, altKey, ctrlKey, metaKey, shiftKey, target } = event
    if (defaultPrevented || isComposing || altKey || ctrlKey || metaKey || shiftKey) return
    if (takesText(target) || document.querySelector("dialog[open]") !== null) return
    if (run(event)) event.preventDefault()
  })
