import type { ComponentChildren } from "preact"

const pageStep = 10

/** Which option of a list a key leads to; undefined for keys that stay with the input. */
export const optionAfter = (key: string, at: number, count: number): number | undefined => {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % count,
    ArrowUp: (at - 1 + count) % count,
    PageDown: Math.min(at + pageStep, count - 1),
    PageUp: Math.max(at - pageStep, 0)
  }
  return count === 0 ? undefined : places[key]
}

interface Props<A> {
  /** Of the combobox, whose options these are: `<id>-list` is the list, `<id>-<index>` an option. */
  readonly id: string
  readonly label: string
  readonly options: ReadonlyArray<A>
  /** The index of the active one. */
  readonly at: number
  readonly keyOf: (option: A, index: number) => string | number
  readonly onPoint: (option: A, index: number) => void
  readonly onChoose: (option: A) => void
  /** What an option shows. */
  readonly children: (option: A) => ComponentChildren
}

/** The options of a combobox, which keeps the focus. */
export const OptionList = <A,>({ id, label, options, at, keyOf, onPoint, onChoose, children }: Props<A>) => (
  <div id={`${id}-list`} role="listbox" aria-label={label}>
    {options.map((option, index) => (
      <button
        key={keyOf(option, index)}
        type="button"
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === at}
        tabIndex={-1}
        onPointerMove={() => onPoint(option, index)}
        // Keeps the focus in the input.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(option)}
      >
        {children(option)}
      </button>
    ))}
  </div>
)
