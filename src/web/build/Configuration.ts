import { join } from "node:path"
import type { InlineConfig, Plugin } from "vite"

/** The first versions with all features of Baseline 2024, from web-platform-dx's web-features. */
const browsers = ["chrome131", "edge131", "firefox133", "safari18.2"]

/** Modules have nothing to be loaded before them, as Vite's helper would do it: the document names the one style sheet. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load()" : undefined)
}

/** Vite's configuration for building `src/web` into a folder. No configuration file or variable is read besides. */
export const configuration = (root: string, folder: string): InlineConfig => ({
  root: join(root, "src", "web"),
  base: "/strategy/",
  mode: "production",
  configFile: false,
  envDir: false,
  css: { postcss: {} },
  plugins: [plainImports],
  oxc: { jsx: { importSource: "preact" } },
  build: {
    outDir: folder,
    emptyOutDir: false,
    target: browsers,
    // The page's Content-Security-Policy forbids inline scripts and assets in `data:` URLs.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // The page has few modules, which name each other.
    modulePreload: false
  },
  worker: { format: "es" },
  // The document alone has addresses from the root, which the server moves below its base path; all others are
  // relative.
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === "html" ? `/strategy/${name}` : { relative: true })
  }
})
