import { join } from "node:path"
import type { InlineConfig, Plugin } from "vite"
import { importersNames } from "./ImportersNames.ts"
import { inlineSingleUse } from "./InlineSingleUse.ts"
import { joinedTexts } from "./JoinedTexts.ts"

/** The first versions with all features of Baseline 2024, from web-platform-dx's web-features. */
const browsers = ["chrome131", "edge131", "firefox133", "safari18.2"]

const preact = JSON.stringify("preact")

/**
 * JSX calls `createElement`, whose calls are shorter than those of the automatic runtime. TypeScript knows nothing of
 * it: both mean the same.
 */
const shortElements: Plugin = {
  name: "short-elements",
  enforce: "pre",
  transform: {
    filter: { id: /\.tsx$/ },
    handler: (code) => `import { createElement as element, Fragment as Parts } from ${preact};${code}`
  }
}

/**
 * Replaces Vite's preloading of styles and modules, which a page with one style sheet and few modules does not need.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  resolveId: { filter: { id: /preload-helper/ }, handler: (id) => id },
  load: { filter: { id: /preload-helper/ }, handler: () => "export const __vitePreload = (load) => load()" }
}

/** Vite's configuration for building `src/web` into a folder. No configuration file or variable is read besides. */
export const configuration = (root: string, folder: string): InlineConfig => ({
  root: join(root, "src", "web"),
  base: "/strategy/",
  mode: "production",
  configFile: false,
  envDir: false,
  css: { postcss: {} },
  logLevel: "warn",
  plugins: [shortElements, plainImports, joinedTexts, inlineSingleUse, importersNames],
  // Preact tests this, so the bundler can leave out its code for servers.
  define: { "typeof requestAnimationFrame": '"function"' },
  oxc: { jsx: { runtime: "classic", pragma: "element", pragmaFrag: "Parts" } },
  build: {
    outDir: folder,
    emptyOutDir: false,
    target: browsers,
    // The page's Content-Security-Policy forbids inline scripts and assets in `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      optimization: { inlineConst: { mode: "all", pass: 2 } }
    },
    reportCompressedSize: false
  },
  worker: { format: "es" },
  // The document alone has addresses from the root, which the server moves below its base path; all others are
  // relative.
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === "html" ? `/strategy/${name}` : { relative: true })
  }
})
