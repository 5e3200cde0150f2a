import { Effect, Schema } from "effect"
import type { Download, Page } from "playwright-core"
import { ObjectivesBody, PrinciplesBody } from "../../src/domain/views/Views.ts"
import { request } from "../support/TestServer.ts"

/** What a team has, by the API. */
export const contentsOfTeam = Effect.fnUntraced(function* (token: string, team: string) {
  const view = (name: string) => Effect.map(request(`/api/teams/${team}/${name}`, { token }), ({ json }) => json)
  const { principles } = Schema.decodeUnknownSync(PrinciplesBody)(yield* view("principles"))
  const { objectives } = Schema.decodeUnknownSync(ObjectivesBody)(yield* view("objectives"))
  return { principles, objectives }
})

export const textOf = async (download: Download): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The download that an action begins. */
export const saved = async (page: Page, act: () => Promise<unknown>): Promise<Download> => {
  const download = page.waitForEvent("download")
  await act()
  return download
}
