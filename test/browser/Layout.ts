import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { transformWithOxc } from "vite"

const source = join(import.meta.dirname, "inPage/layoutFaults.ts")

/** Adds the inspection to every document that the page loads from now on. */
export const inspect = async (page: Page): Promise<void> => {
  const { code } = await transformWithOxc(await readFile(source, "utf8"), source)
  await page.addInitScript({ content: `{${code}}` })
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
