const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** The step that Alt with an arrow key asks for; undefined for other keys, and where the key belongs to a field or menu. */
export const altStepOf = ({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent): -1 | 1 | undefined => {
  if (!altKey || ctrlKey || metaKey || !(target instanceof Element)) return undefined
  return target.closest("input, textarea, select, [popover], dialog") === null ? steps[key] : undefined
}
