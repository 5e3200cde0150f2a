import { useSignal } from "@preact/signals"
import type { RefObject } from "preact"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { rowOf } from "../../../shared/EventTypes.ts"
import { excessOf } from "../../../shared/TextLength.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { type EnteredText, emptyInput, type Place } from "../../workspace/outbox/NewItems.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { useShortcut } from "../keys/Shortcuts.ts"
import { useKeepInView } from "../lists/KeepInView.ts"
import { Icon } from "../status/Icon.tsx"
import { focusInNextFrame } from "./FocusField.ts"
import { TooLong } from "./TooLong.tsx"

interface Props {
  readonly type: Place["type"]
  readonly teamId: string
  /** The objective that gets it; undefined for what the team gets. */
  readonly objectiveId?: string
  /** The group that gets it. */
  readonly group?: { readonly id: string; readonly name: string } | undefined
  /** The label of the button. */
  readonly label?: string
  /** A key that opens the input from anywhere on the page. */
  readonly shortcut?: string
  readonly onEnter?: () => void
  /** Adds one item for each line of a pasted text, if the user wants that. */
  readonly onLines?: (text: string) => void
}

interface FailedProps {
  readonly entered: EnteredText
  readonly phase: "waiting" | "refused"
  readonly onRetry: () => void
  readonly onDiscard: () => void
}

/** A text that is not added yet. One without an answer is sent again by itself, one that was refused with the button. */
const FailedText = ({ entered: { text, reason }, phase, onRetry, onDiscard }: FailedProps) => (
  <div class={`notice ${phase}`} role={phase === "refused" ? "alert" : "status"}>
    <p>
      <strong>{text}</strong> {phase === "refused" ? reason : texts.common.unreachable}
    </p>
    <p class="actions">
      <button type="button" class="small" onClick={onRetry}>
        {texts.common.retry}
      </button>
      <button type="button" class="small" onClick={onDiscard}>
        {texts.common.discard}
      </button>
    </p>
  </div>
)

interface FailedTextsProps {
  readonly place: Place
  readonly entered: ReadonlyArray<EnteredText>
  readonly open: () => void
}

const FailedTexts = ({ place, entered, open }: FailedTextsProps) => {
  const { outbox } = useWorkspace()
  const { newItems } = outbox
  const isWaiting = newItems.isWaiting(place)
  const failed = entered.filter(({ phase }) => phase === "refused" || isWaiting)
  return failed.map((failure, index) => (
    <FailedText
      key={`${index} ${failure.text}`}
      entered={failure}
      phase={failure.phase === "refused" ? "refused" : "waiting"}
      onRetry={() => {
        open()
        if (failure.phase === "refused") newItems.sendAgain(place, failure)
        else outbox.retry()
      }}
      onDiscard={() => {
        open()
        newItems.remove(place, failure)
      }}
    />
  ))
}

const EachLine = ({ onChoose }: { readonly onChoose: () => void }) => (
  <button type="button" class="small" onClick={onChoose}>
    {texts.common.onePerLine}
  </button>
)

const addButton = (
  { type, group, label = texts.common.add(type), shortcut }: Props,
  button: RefObject<HTMLButtonElement | null>,
  open: () => void
) => (
  <button
    ref={button}
    type="button"
    class="add"
    aria-label={group && texts.common.addTo(type, group.name)}
    aria-keyshortcuts={shortcut}
    onClick={open}
  >
    <Icon name="plus" /> {label}
  </button>
)

/** Opens the input of objectives or initiatives where something else on the page asks for it. */
const useOpening = ({ type, teamId, group }: Props, open: () => void): void => {
  const { newItemIn } = useWorkspace().panels
  const id = type === "objective" ? teamId : group?.id
  useEffect(() => {
    if (id === undefined || newItemIn.value !== id) return
    newItemIn.value = ""
    open()
  }, [newItemIn.value])
}

/** A pasted text if it has several lines with something on them; else an empty one. */
const linesIn = ({ clipboardData }: ClipboardEvent): string => {
  const text = clipboardData?.getData("text/plain") ?? ""
  return /\S\s*\n\s*\S/.test(text) ? text : ""
}

const onKeys =
  (enter: () => void, close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.isComposing) return
    if (event.key === "Enter") enter()
    if (event.key !== "Escape") return
    event.stopPropagation()
    close()
  }

/**
 * A button that becomes an input. Enter adds the text and empties the input for the next one, or for a group opens
 * that of its initiatives; Escape closes it. Texts that could not be added are listed above.
 */
export const AddInline = (props: Props) => {
  const { type, teamId, objectiveId, group, shortcut, onEnter, onLines } = props
  const { label: named, fields } = rowOf(type)
  const maxLength = fields[named]?.maxLength ?? 0
  const inputLabel = texts.fields.newLabel(named, type, group?.name)
  const place: Place = { type, teamId, objectiveId, groupId: group?.id }
  const { outbox, panels } = useWorkspace()
  const { newItems } = outbox
  const { typed, entered } = newItems.of(place).value ?? emptyInput
  const excess = excessOf(typed, maxLength)
  const wasToggled = useSignal(false)
  /** What another tab left typed opens it, too. */
  const isOpen = wasToggled.value || typed !== ""
  /** A pasted text of several lines, which the input shows as one. */
  const pasted = useSignal("")
  /** Whether the user opened it: an input that is open because of a stored text does not take the focus. */
  const wasOpened = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useKeepInView(input, isOpen)
  useLayoutEffect(() => {
    if (isOpen && wasOpened.current) input.current?.focus()
  }, [isOpen])
  const open = (): void => {
    wasOpened.current = true
    wasToggled.value = true
    input.current?.focus()
  }
  useShortcut(shortcut, open)
  useOpening(props, open)
  const enter = (): void => {
    pasted.value = ""
    const text = newItems.of(place).peek()?.typed.trim() ?? ""
    if (text === "" || excessOf(text, maxLength) > 0) return
    onEnter?.()
    const id = newItems.enter(place, text)
    // What comes next are the initiatives of the new group.
    if (type === "group") {
      close()
      panels.newItemIn.value = id
    }
  }
  const close = (): void => {
    newItems.type(place, "")
    pasted.value = ""
    wasToggled.value = false
    focusInNextFrame(() => button.current)
  }
  return (
    <div class="add-inline">
      <FailedTexts place={place} entered={entered} open={open} />
      {isOpen && <TooLong excess={excess} />}
      {isOpen ? (
        <input
          ref={input}
          aria-label={inputLabel}
          placeholder={inputLabel}
          value={typed}
          aria-invalid={excess > 0}
          onInput={({ currentTarget }) => newItems.type(place, currentTarget.value)}
          enterkeyhint="done"
          onPaste={(event) => {
            pasted.value = linesIn(event)
          }}
          onKeyDown={onKeys(enter, close)}
          onBlur={({ currentTarget }) => {
            if (currentTarget.value.trim() !== "" || pasted.peek() !== "") return
            wasToggled.value = false
            newItems.type(place, "")
          }}
        />
      ) : (
        addButton(props, button, open)
      )}
      {onLines !== undefined && pasted.value !== "" && (
        <EachLine
          onChoose={() => {
            onLines(pasted.peek())
            close()
          }}
        />
      )}
    </div>
  )
}
