import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { transformWithOxc } from "vite"

const source = join(import.meta.dirname, "inPage/layoutFaults.ts")

/** Covers the page, so that the browser need not paint what nobody looks at. No element of it, and nothing lies upon it. */
const cover = `html::after {
  content: ""; position: fixed; inset: 0; z-index: 2147483647; background: white; pointer-events: none
}`

const unpainted = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(cover)})
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}`

/** Adds the inspection to every document that the page loads from now on, which is not painted unless it is to be seen. */
export const inspect = async (page: Page, isSeen = false): Promise<void> => {
  const { code } = await transformWithOxc(await readFile(source, "utf8"), source)
  await page.addInitScript({ content: `{${code}}${isSeen ? "" : unpainted}` })
}

/** The area of the window in pixels: narrow pages need a high window, and a larger area takes longer to paint. */
const areaPx = 4_500_000

/**
 * Returns the faults of the page's layout at a width: text over text, text outside of its box, controls that a mouse
 * cannot reach, content wider than the window. `sideways` is a selector of the elements that may scroll horizontally.
 */
export const layoutFaults = async (page: Page, width: number, sideways = ""): Promise<ReadonlyArray<string>> => {
  await page.setViewportSize({ width, height: Math.ceil(areaPx / width) })
  return page.evaluate<ReadonlyArray<string>>(`layoutFaults(${JSON.stringify(sideways)})`)
}
