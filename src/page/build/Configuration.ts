import { join } from "node:path"
import type { InlineConfig } from "vite"

/** The versions in which the last features of Baseline 2024 came, from web-platform-dx's web-features. */
const browsers = ["chrome131", "edge131", "firefox133", "safari18.2"]

/** How the page in `src/web` of a project becomes files in a folder; no file and no variable configures Vite besides. */
export const configuration = (root: string, folder: string): InlineConfig => ({
  root: join(root, "src", "web"),
  base: "/strategy/",
  mode: "production",
  configFile: false,
  envDir: false,
  css: { postcss: {} },
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: folder,
    emptyOutDir: false,
    target: browsers,
    // The policy of the page forbids what is inline: scripts, and assets as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false
  },
  worker: { format: "es" }
})
