import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { transformWithOxc } from "vite"

const source = join(import.meta.dirname, "inPage/layoutFaults.ts")

/** From now on every document of the page can be inspected. */
export const inspect = async (page: Page): Promise<void> => {
  const { code } = await transformWithOxc(await readFile(source, "utf8"), source)
  await page.addInitScript({ content: `{${code}}` })
}

/** Pixels in all: narrow pages are long ones, and what a window shows has to be painted. */
const area = 7_000_000

/**
 * What is wrong with the page at a width: text over text, text outside of its cell, what a mouse cannot reach, what is
 * wider than the window. `sideways`: a selector of what may scroll sideways.
 */
export const layoutFaults = async (page: Page, width: number, sideways = ""): Promise<ReadonlyArray<string>> => {
  await page.setViewportSize({ width, height: Math.ceil(area / width) })
  return page.evaluate<ReadonlyArray<string>>(`layoutFaults(${JSON.stringify(sideways)})`)
}
