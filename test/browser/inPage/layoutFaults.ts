/**
 * Runs inside a page, started by `test/browser/Layout.ts`: a script without imports that defines one global function.
 * The window has to be high enough for the whole page, because the browser hit-tests only within the window.
 */

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A line of text, a picture, or the inside of an input. */
interface Piece {
  readonly element: Element
  readonly node: Node
  readonly words: string
  /** Its layout box. */
  readonly box: Box
  /** The part of it that is not clipped; undefined when all of it is. */
  readonly visible: Box | undefined
}

/** Tolerance: with a small line height fonts are higher than their lines, and browsers round. */
const tolerancePx = 2

/** The share of a line's height, around its middle, that letters without accents fill. */
const letterShare = 0.6

const visuallyHidden = (style: CSSStyleDeclaration, box: Box): boolean =>
  style.clipPath !== "none" || (style.overflowX === "hidden" && box.right - box.left <= 1)

const intersection = (one: Box, other: Box): Box | undefined => {
  const left = Math.max(one.left, other.left)
  const top = Math.max(one.top, other.top)
  const right = Math.min(one.right, other.right)
  const bottom = Math.min(one.bottom, other.bottom)
  return right > left && bottom > top ? { left, top, right, bottom } : undefined
}

const layoutInspector = (sideways: string) => {
  const styles = new Map<Element, CSSStyleDeclaration>()
  const boxes = new Map<Element, Box>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, known)
    return known
  }
  const boxOf = (element: Element): Box => {
    const known = boxes.get(element) ?? element.getBoundingClientRect()
    boxes.set(element, known)
    return known
  }

  const nameOf = (element: Element): string => {
    const parts: Array<string> = []
    for (
      let at: Element | null = element;
      at !== null && at !== document.body && parts.length < 4;
      at = at.parentElement
    )
      parts.unshift(`${at.localName}${at.classList.length > 0 ? `.${[...at.classList].join(".")}` : ""}`)
    return parts.join(" > ")
  }

  const short = (words: string): string => (words.length > 40 ? `${words.slice(0, 40)}…` : words)

  /** The ancestors whose boxes contain an element; positioned elements skip some of them. */
  function* containersOf(element: Element): Generator<Element> {
    let { position } = styleOf(element)
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const style = styleOf(at)
      const containsPositioned =
        style.transform !== "none" || style.containerType !== "normal" || style.contain !== "none"
      if (position === "fixed" && !containsPositioned) continue
      if (position === "absolute" && style.position === "static" && !containsPositioned) continue
      yield at
      position = style.position
    }
  }

  const clips = (style: CSSStyleDeclaration): boolean =>
    style.overflowX !== "visible" || style.contentVisibility === "auto" || style.contain.includes("paint")

  const scrolls = (overflow: string): boolean => overflow === "auto" || overflow === "scroll"

  const visiblePartOf = (element: Element, box: Box): Box | undefined => {
    let visible: Box | undefined = box
    for (const container of [element, ...containersOf(element)]) {
      const style = styleOf(container)
      if (style.display === "inline" || style.display === "contents") continue
      if (visuallyHidden(style, boxOf(container))) return undefined
      if (
        visible !== undefined &&
        container !== document.body &&
        container !== document.documentElement &&
        clips(style)
      )
        visible = intersection(visible, boxOf(container))
    }
    return visible
  }

  const insideOf = (element: Element): Box => {
    const box = boxOf(element)
    const { paddingLeft, paddingRight } = styleOf(element)
    return {
      ...cornersOf(box),
      left: box.left + Number.parseFloat(paddingLeft),
      right: box.right - Number.parseFloat(paddingRight)
    }
  }

  const cornersOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom })

  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })

  const root = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body

  const pieces = (): ReadonlyArray<Piece> => {
    const found: Array<Piece> = []
    const add = (element: Element, node: Node, words: string, box: Box): void => {
      if (box.right - box.left < 1 || box.bottom - box.top < 1) return
      found.push({ element, node, words: short(words), box: cornersOf(box), visible: visiblePartOf(element, box) })
    }
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement
      const words = (node.textContent ?? "").trim()
      if (element === null || words === "" || !isShown(element) || element.closest("select, textarea, svg") !== null)
        continue
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) add(element, node, words, box)
    }
    for (const element of root.querySelectorAll("svg, meter, progress")) {
      if (isShown(element)) add(element, element, element.localName, boxOf(element))
    }
    const inputs = "input:not([type=checkbox], [type=radio], [type=hidden], [type=color]), select, textarea"
    for (const element of root.querySelectorAll<HTMLInputElement>(inputs)) {
      if (isShown(element)) add(element, element, element.value || element.placeholder || "an input", insideOf(element))
    }
    return found
  }

  /** The part of a line's box where the letters are. */
  const letterBox = ({ left, top, right, bottom }: Box): Box => {
    const margin = ((bottom - top) * (1 - letterShare)) / 2
    return { left: left + 1, top: top + margin, right: right - 1, bottom: bottom - margin }
  }

  const isOpaque = (element: Element): boolean => {
    const { backgroundColor, opacity } = styleOf(element)
    const alpha = /^rgba\(.*, ([\d.]+)\)$|\/ ([\d.]+)\)$/.exec(backgroundColor)
    return Number(opacity) === 1 && (alpha === null || Number(alpha[1] ?? alpha[2]) === 1)
  }

  /** Whether an opaque element lies between two pieces, so that only one of them is visible at this point. */
  const isCovered = (one: Element, other: Element, x: number, y: number): boolean => {
    const stack = document.elementsFromPoint(x, y)
    const [first, second] = [stack.indexOf(one), stack.indexOf(other)]
    // Outside of the window: unknown.
    if (stack.length === 0) return false
    if (first < 0 || second < 0) return true
    const lower = Math.max(first, second)
    const lowest = stack[lower]
    return stack.slice(0, lower).some((above) => lowest !== undefined && !above.contains(lowest) && isOpaque(above))
  }

  const overlaps = (all: ReadonlyArray<Piece>): ReadonlyArray<string> => {
    const faults: Array<string> = []
    const letterBoxes = all
      .flatMap((piece) => (piece.visible === undefined ? [] : [{ piece, box: letterBox(piece.visible) }]))
      .toSorted((left, right) => left.box.top - right.box.top)
    for (const [index, { piece, box }] of letterBoxes.entries()) {
      for (let next = index + 1; next < letterBoxes.length; next++) {
        const other = letterBoxes[next]
        if (other === undefined || other.box.top >= box.bottom) break
        if (other.piece.node === piece.node) continue
        if (
          other.piece.element.contains(piece.element) &&
          other.piece.element !== piece.element &&
          other.piece.node === other.piece.element
        )
          continue
        const both = intersection(box, other.box)
        if (both === undefined || both.right - both.left < tolerancePx || both.bottom - both.top < tolerancePx) continue
        const [x, y] = [(both.left + both.right) / 2, (both.top + both.bottom) / 2]
        if (isCovered(piece.element, other.piece.element, x, y)) continue
        faults.push(
          `“${piece.words}” (${nameOf(piece.element)}) and “${other.piece.words}” (${nameOf(other.piece.element)}) lie over each other`
        )
      }
    }
    return faults
  }

  const isClippedOnPurpose = ({ textOverflow, webkitLineClamp }: CSSStyleDeclaration): boolean =>
    textOverflow === "ellipsis" || webkitLineClamp !== "none"

  /** The fault of a piece that leaves its containers. Boxes that scroll are no fault: scrolling shows their content. */
  const outside = ({ element, node, words, box }: Piece): string | undefined => {
    const isText = node.nodeType === Node.TEXT_NODE
    const { whiteSpaceCollapse, fontSize } = styleOf(element)
    // A preserved space at the end of a line overflows its box without being visible.
    const hanging = isText && whiteSpaceCollapse === "preserve" ? Number.parseFloat(fontSize) / 3 : 0
    const high = isText ? (box.bottom - box.top) * ((1 - letterShare) / 2) : 0
    let left = box
    let position = "static"
    for (const container of isText ? [element, ...containersOf(element)] : containersOf(element)) {
      const style = styleOf(container)
      if (style.display === "inline" || style.display === "contents") continue
      // Positioned outside on purpose.
      if (position === "absolute" || position === "fixed") break
      const around = boxOf(container)
      const isOut =
        left.left < around.left - tolerancePx ||
        left.right > around.right + tolerancePx + hanging ||
        left.top + high < around.top - tolerancePx ||
        left.bottom - high > around.bottom + tolerancePx
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) return undefined
      if (isOut && !isClippedOnPurpose(style))
        return `“${words}” (${nameOf(element)}) is outside of ${nameOf(container)}`
      if (clips(style)) {
        const rest = intersection(left, around)
        if (rest === undefined) return undefined
        left = rest
      }
      position = style.position
    }
    const isBeside = left.left < -tolerancePx || left.right > innerWidth + tolerancePx + hanging
    return isBeside ? `“${words}” (${nameOf(element)}) is beside the window` : undefined
  }

  const interactive =
    "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, .grip:not(.locked), .initiative-grip"

  const isAt = (element: Element, x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y)
    if (hit === null) return false
    const label = hit.closest("label")
    return element.contains(hit) || label?.control === element
  }

  /** The fault of a control that a click on its middle does not reach, after scrolling it into view. */
  const unreachable = (element: Element): string | undefined => {
    const isThere = element.checkVisibility({ visibilityProperty: true })
    if (
      !isThere ||
      [element, ...containersOf(element)].some((container) => visuallyHidden(styleOf(container), boxOf(container)))
    )
      return undefined
    const centre = (): readonly [x: number, y: number] => {
      const [box = element.getBoundingClientRect()] = element.getClientRects()
      return [box.left + box.width / 2, box.top + box.height / 2]
    }
    const { width, height } = element.getBoundingClientRect()
    if (width < 8 || height < 8) return `${nameOf(element)} is too small for a mouse`
    if (isAt(element, ...centre())) return undefined
    const scrolled = [...containersOf(element)].filter(
      ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
        scrollHeight > clientHeight || scrollWidth > clientWidth
    )
    const before = scrolled.map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop] as const)
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
    const [x, y] = centre()
    const isReached = isAt(element, x, y)
    const hit = document.elementFromPoint(x, y)
    for (const [index, container] of scrolled.entries())
      container.scrollTo({ left: before[index]?.[0] ?? 0, top: before[index]?.[1] ?? 0, behavior: "instant" })
    if (isReached) return undefined
    const what = hit === null ? "nothing" : nameOf(hit)
    return `${nameOf(element)} “${short(element.textContent?.trim() || element.ariaLabel || "")}” is not reached by a mouse, but ${what} is`
  }

  const sidewaysScrollers = (): ReadonlyArray<string> =>
    [root, ...root.querySelectorAll("*")].flatMap((element) => {
      if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) return []
      if (!scrolls(styleOf(element).overflowX) || (sideways !== "" && element.matches(sideways))) return []
      return [`${nameOf(element)} scrolls sideways by ${element.scrollWidth - element.clientWidth} px`]
    })

  const skipped = (): ReadonlyArray<string> => {
    const first = firstSkipped()
    return first === undefined ? [] : [`${nameOf(first)} is not looked at: the window is not high enough for it`]
  }

  const faults = (): ReadonlyArray<string> => {
    const all = pieces()
    const excess = document.documentElement.scrollWidth - innerWidth
    return [
      ...(excess > 0 ? [`the page is ${excess} px wider than the window`] : []),
      ...skipped(),
      ...sidewaysScrollers(),
      ...hittingAll(() => overlaps(all)),
      ...all.flatMap((piece) => (piece.visible === undefined ? [] : (outside(piece) ?? []))),
      ...[...root.querySelectorAll(interactive)].flatMap((element) => unreachable(element) ?? [])
    ]
  }
  return faults
}

/** Makes hit tests include elements that let the pointer through. */
const hittingAll = <A>(ask: () => A): A => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync("* { pointer-events: auto !important }")
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const answer = ask()
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  return answer
}

/** An element that the browser has not laid out, because it is far from the window. */
const firstSkipped = (): Element | undefined =>
  [...document.querySelectorAll(".objective > *, .matrix tr > *")].find(
    (element) => element.checkVisibility() && !element.checkVisibility({ contentVisibilityAuto: true })
  )

/** How many frames a resized window gets to lay out its content. */
const maxFrames = 20

const laidOut = async (left = maxFrames): Promise<void> => {
  await new Promise((done) => requestAnimationFrame(done))
  if (left > 0 && (left === maxFrames || firstSkipped() !== undefined)) await laidOut(left - 1)
}

/** The faults of the page's layout. `sideways` is a selector of what may scroll horizontally; empty for nothing. */
Object.assign(globalThis, {
  layoutFaults: async (sideways: string) => {
    await laidOut()
    return [...new Set(layoutInspector(sideways)())]
  }
})
