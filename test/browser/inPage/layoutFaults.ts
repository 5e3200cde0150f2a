/**
 * Runs inside a page, by `test/browser/Layout.ts`: it is a script without imports, and its one function is made global.
 * The window must be as high as the page, since the browser tells what lies on top only inside the window.
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
  /** The piece's layout box. */
  readonly box: Box
  /** The part of the box that is not clipped; undefined if all of it is clipped. */
  readonly visible: Box | undefined
}

/** The tolerance, since fonts can be higher than their lines, and browsers round. */
const tolerancePx = 2

/** The side of the smallest square that a finger is sure to hit, in pixels (WCAG 2.5.8). */
const targetPx = 24

/** The share of a line's height, around its middle, that letters without accents fill. */
const letterShare = 0.6

/** The parts of an element's style and box that are used repeatedly, read once: each read of the live style computes it anew. */
interface Layout {
  readonly box: Box
  readonly position: string
  readonly overflowX: string
  readonly overflowY: string
  /** Whether an element has no box of its own that could contain or clip others. */
  readonly boxless: boolean
  /** Whether an element is also the containing block of positioned elements. */
  readonly containsPositioned: boolean
  readonly clips: boolean
  readonly visuallyHidden: boolean
  readonly truncates: boolean
}

const layoutOf = (element: Element): Layout => {
  const style = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  const { position, overflowX, overflowY, display, contain, contentVisibility } = style
  return {
    ...{ box, position, overflowX, overflowY },
    boxless: display === "inline" || display === "contents",
    containsPositioned: style.transform !== "none" || style.containerType !== "normal" || contain !== "none",
    clips: overflowX !== "visible" || contentVisibility === "auto" || contain.includes("paint"),
    visuallyHidden: style.clipPath !== "none" || (overflowX === "hidden" && box.right - box.left <= 1),
    truncates: style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none"
  }
}

/** Computes the value of each element once. */
const remembered = <A>(compute: (element: Element) => A): ((element: Element) => A) => {
  const known = new Map<Element, { readonly value: A }>()
  return (element) => {
    const found = known.get(element) ?? { value: compute(element) }
    known.set(element, found)
    return found.value
  }
}

const everywhere: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

const intersection = (one: Box, other: Box): Box | undefined => {
  const left = Math.max(one.left, other.left)
  const top = Math.max(one.top, other.top)
  const right = Math.min(one.right, other.right)
  const bottom = Math.min(one.bottom, other.bottom)
  return right > left && bottom > top ? { left, top, right, bottom } : undefined
}

const layoutInspector = (sideways: string) => {
  const at = remembered(layoutOf)

  const nameOf = (element: Element): string => {
    const parts: Array<string> = []
    for (
      let part: Element | null = element;
      part !== null && part !== document.body && parts.length < 4;
      part = part.parentElement
    )
      parts.unshift(`${part.localName}${part.classList.length > 0 ? `.${[...part.classList].join(".")}` : ""}`)
    return parts.join(" > ")
  }

  const short = (words: string): string => (words.length > 40 ? `${words.slice(0, 40)}…` : words)

  /** The nearest ancestor whose box contains an element; positioned elements skip some ancestors. */
  const containerOf = remembered((element): Element | null => {
    const { position } = at(element)
    for (let container = element.parentElement; container !== null; container = container.parentElement) {
      if (at(container).containsPositioned || (position !== "fixed" && position !== "absolute")) return container
      if (position === "absolute" && at(container).position !== "static") return container
    }
    return null
  })

  /** All ancestors whose boxes contain an element, the nearest first. */
  function* containersOf(element: Element): Generator<Element> {
    for (let container = containerOf(element); container !== null; container = containerOf(container)) yield container
  }

  const scrolls = (overflow: string): boolean => overflow === "auto" || overflow === "scroll"

  const isWholePage = (element: Element): boolean => element === document.body || element === document.documentElement

  /** The area in which the contents of an element can be visible; undefined when there is none. */
  const visibleArea = remembered((element): Box | undefined => {
    const container = containerOf(element)
    const around = container === null ? everywhere : visibleArea(container)
    const { box, boxless, visuallyHidden, clips } = at(element)
    if (boxless || around === undefined) return around
    if (visuallyHidden) return undefined
    return clips && !isWholePage(element) ? intersection(around, box) : around
  })

  const isHidden = remembered((element): boolean => {
    const container = containerOf(element)
    return at(element).visuallyHidden || (container !== null && isHidden(container))
  })

  const visiblePart = (element: Element, box: Box): Box | undefined => {
    const around = visibleArea(element)
    return around === undefined ? undefined : intersection(box, around)
  }

  const insideOf = (element: Element): Box => {
    const { box } = at(element)
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    return {
      ...cornersOf(box),
      left: box.left + Number.parseFloat(paddingLeft),
      right: box.right - Number.parseFloat(paddingRight)
    }
  }

  const cornersOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom })

  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })

  const isTouched = matchMedia("(pointer: coarse)").matches

  // What lies above the page covers it on purpose.
  const panels = [...document.querySelectorAll("aside")].filter((each) => getComputedStyle(each).position === "fixed")
  const root = [...panels, ...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body

  const pieces = (): ReadonlyArray<Piece> => {
    const found: Array<Piece> = []
    const add = (element: Element, node: Node, words: string, box: Box): void => {
      if (box.right - box.left < 1 || box.bottom - box.top < 1) return
      found.push({ element, node, words: short(words), box: cornersOf(box), visible: visiblePart(element, box) })
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
      if (isShown(element)) add(element, element, element.localName, at(element).box)
    }
    const inputs = "input:not([type=checkbox], [type=radio], [type=hidden], [type=color]), select, textarea"
    for (const element of root.querySelectorAll<HTMLInputElement>(inputs)) {
      if (isShown(element)) add(element, element, element.value || element.placeholder || "an input", insideOf(element))
    }
    return found
  }

  /** The middle of a line's height, where letters are. */
  const core = ({ left, top, right, bottom }: Box): Box => {
    const cutOff = ((bottom - top) * (1 - letterShare)) / 2
    return { left: left + 1, top: top + cutOff, right: right - 1, bottom: bottom - cutOff }
  }

  const isOpaque = (element: Element): boolean => {
    const { backgroundColor, opacity } = getComputedStyle(element)
    const alpha = /^rgba\(.*, ([\d.]+)\)$|\/ ([\d.]+)\)$/.exec(backgroundColor)
    return Number(opacity) === 1 && (alpha === null || Number(alpha[1] ?? alpha[2]) === 1)
  }

  /** Whether something opaque lies between two pieces, so that only one of them is visible there. */
  const isCovered = (one: Element, other: Element, x: number, y: number): boolean => {
    const stack = document.elementsFromPoint(x, y)
    const [first, second] = [stack.indexOf(one), stack.indexOf(other)]
    // Outside the window nothing is known to cover it.
    if (stack.length === 0) return false
    if (first < 0 || second < 0) return true
    const lower = Math.max(first, second)
    const lowest = stack[lower]
    return stack.slice(0, lower).some((above) => lowest !== undefined && !above.contains(lowest) && isOpaque(above))
  }

  const overlaps = (all: ReadonlyArray<Piece>): ReadonlyArray<string> => {
    const faults: Array<string> = []
    const cores = all
      .flatMap((piece) => (piece.visible === undefined ? [] : [{ piece, box: core(piece.visible) }]))
      .toSorted((left, right) => left.box.top - right.box.top)
    for (const [index, { piece, box }] of cores.entries()) {
      for (let next = index + 1; next < cores.length; next++) {
        const other = cores[next]
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

  /** The parts of a piece outside the boxes that should contain it, unless scrolling reaches them. */
  const outside = ({ element, node, words, box }: Piece): string | undefined => {
    const isText = node.nodeType === Node.TEXT_NODE
    const { whiteSpaceCollapse, fontSize } = getComputedStyle(element)
    // A preserved space at the end of a line hangs over its edge invisibly.
    const hanging = isText && whiteSpaceCollapse === "preserve" ? Number.parseFloat(fontSize) / 3 : 0
    const high = isText ? (box.bottom - box.top) * ((1 - letterShare) / 2) : 0
    let left = box
    let position = "static"
    for (const container of isText ? [element, ...containersOf(element)] : containersOf(element)) {
      const layout = at(container)
      if (layout.boxless) continue
      // The element is positioned elsewhere on purpose.
      if (position === "absolute" || position === "fixed") break
      const around = layout.box
      const isOut =
        left.left < around.left - tolerancePx ||
        left.right > around.right + tolerancePx + hanging ||
        left.top + high < around.top - tolerancePx ||
        left.bottom - high > around.bottom + tolerancePx
      if (scrolls(layout.overflowX) || scrolls(layout.overflowY)) return undefined
      if (isOut && !layout.truncates) return `“${words}” (${nameOf(element)}) is outside of ${nameOf(container)}`
      if (layout.clips) {
        const rest = intersection(left, around)
        if (rest === undefined) return undefined
        left = rest
      }
      position = layout.position
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

  /** Checks that a click on the middle of a control reaches it, if necessary after scrolling. */
  const unreachable = (element: Element): string | undefined => {
    const isThere = element.checkVisibility({ visibilityProperty: true })
    if (!isThere || isHidden(element)) return undefined
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

  /** Whether a link or a button is among words of a sentence, whose lines give it its height. */
  const isInSentence = (element: Element): boolean => {
    const [block] = containersOf(element)
    if (block === undefined || getComputedStyle(element).display !== "inline") return false
    const lengthOf = ({ textContent }: Element): number => textContent?.trim().length ?? 0
    const inControls = [...block.querySelectorAll(interactive)].reduce((sum, control) => sum + lengthOf(control), 0)
    return lengthOf(block) > inControls
  }

  /** Checks on a touch screen that all of a square around the middle of a control, or of its label, reaches it. */
  const untouchable = (element: Element): string | undefined => {
    const isThere = element.checkVisibility({ visibilityProperty: true })
    if (!isTouched || !isThere || isHidden(element) || isInSentence(element)) return undefined
    const { left, top, width, height } = (element.closest("label") ?? element).getBoundingClientRect()
    if (Math.min(width, height) >= targetPx) return undefined
    const [x, y, reach] = [left + width / 2, top + height / 2, targetPx / 2 - 0.5]
    const isReached = [-reach, reach].every((by) => isAt(element, x + by, y) && isAt(element, x, y + by))
    const size = `${Math.round(width)} × ${Math.round(height)} px`
    return isReached ? undefined : `${nameOf(element)} is too small for a finger: ${size}`
  }

  const sidewaysScrollers = (): ReadonlyArray<string> =>
    [root, ...root.querySelectorAll("*")].flatMap((element) => {
      if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) return []
      if (!scrolls(at(element).overflowX) || (sideways !== "" && element.matches(sideways))) return []
      return [`${nameOf(element)} scrolls sideways by ${element.scrollWidth - element.clientWidth} px`]
    })

  const skipped = (): ReadonlyArray<string> => {
    const first = firstSkipped()
    return first === undefined ? [] : [`${nameOf(first)} is not looked at: the window is not high enough for it`]
  }

  const faults = (): ReadonlyArray<string> => {
    const controls = [...root.querySelectorAll(interactive)]
    const all = pieces()
    const excess = document.documentElement.scrollWidth - innerWidth
    return [
      ...(excess > 0 ? [`the page is ${excess} px wider than the window`] : []),
      ...skipped(),
      ...sidewaysScrollers(),
      ...withAllHit(() => overlaps(all)),
      ...all.flatMap((piece) => (piece.visible === undefined ? [] : (outside(piece) ?? []))),
      ...controls.flatMap((element) => unreachable(element) ?? untouchable(element) ?? [])
    ]
  }
  return faults
}

/** Makes every element receive the pointer, so that the browser reports whatever lies on top. */
const withAllHit = <A>(ask: () => A): A => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync("* { pointer-events: auto !important }")
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const answer = ask()
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  return answer
}

/** What is far from the window may not be laid out at all. */
const firstSkipped = (): Element | undefined =>
  [...document.querySelectorAll(".objective > *, .matrix tr > *")].find(
    (element) => element.checkVisibility() && !element.checkVisibility({ contentVisibilityAuto: true })
  )

/** The number of frames in which a resized window lays out its content. */
const mostFrames = 20

const laidOut = async (left = mostFrames): Promise<void> => {
  await new Promise((done) => requestAnimationFrame(done))
  if (left > 0 && (left === mostFrames || firstSkipped() !== undefined)) await laidOut(left - 1)
}

/** The faults of the page's layout. `sideways` is a selector of elements that may scroll sideways; empty for none. */
Object.assign(globalThis, {
  layoutFaults: async (sideways: string) => {
    await laidOut()
    return [...new Set(layoutInspector(sideways)())]
  }
})
