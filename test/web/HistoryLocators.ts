import type { Page } from "playwright-core"

/** The drawer with the history of a team or an entity. */
export const drawer = (page: Page) => page.getByRole("dialog", { name: /^History of/ })

/** The sentences of all entries that are shown. */
export const entries = (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .locator(".entry-what")
    .evaluateAll((all) => all.map((each) => (each.textContent ?? "").replaceAll(/\s+/g, " ").trim()))

/** Opens the history of the entity with this title from its menu on the board. */
export const openHistory = async (page: Page, title: string): Promise<void> => {
  await page.getByRole("button", { name: `More actions for ${title}` }).click()
  await page.getByRole("menuitem", { name: "History" }).click()
  await drawer(page).waitFor()
}

export const entry = (page: Page, words: string) => page.locator(".entry").filter({ hasText: words })

/** The entry of one event. */
export const event = (page: Page, sequenceNumber: number) =>
  page.locator(".entry").filter({ has: page.getByTitle(`event ${sequenceNumber}`, { exact: true }) })
