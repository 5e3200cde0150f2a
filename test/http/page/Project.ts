import { existsSync } from "node:fs"
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect, type Scope } from "effect"

const ours = join(import.meta.dirname, "../../..")

/** A page with everything that a build must handle: JSX, a worker, an image, a module that is loaded later, imported types. */
const files = {
  "package-lock.json": "{}",
  "src/api/Path.ts": 'export const path: string = "/health/live"\n',
  "src/domain/Role.ts": 'export type Role = "viewer" | "admin"\n',
  "src/import/Columns.ts": "export const columns = []\n",
  "src/shared/Limits.ts": "export const nameLength = 100\n",
  "src/web/index.html":
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>' +
    '<link rel="icon" href="/favicon.svg"></head><body><script type="module" src="./main.tsx"></script></body></html>\n',
  "src/web/main.tsx": `import { effect, signal } from "@preact/signals"
import { render } from "preact"
import type { Role } from "../domain/Role.ts"
import "./style.css"

const role: Role = "admin"
const count = signal(0)
const place = () => document.body.appendChild(document.createElement("div"))
const worker = new SharedWorker(new URL("./live/streamWorker.ts", import.meta.url), { type: "module" })
worker.port.onmessage = ({ data }) => { count.value = data }
const first = place()
effect(() => render(<p title={role} lang={import.meta.env.MODE}>{count.value}</p>, first))
import("./later.tsx").then(({ later }) => render(later, place()))
`,
  "src/web/later.tsx": "export const later = <b>Later</b>\n",
  "src/web/live/streamWorker.ts": `import { path } from "../../api/Path.ts"
const ask = async ({ ports: [port] }: MessageEvent) => port?.postMessage((await fetch(path)).status)
self.addEventListener("connect", ask)
`,
  "src/web/style.css": 'p { background: url("./dot.svg"); b { color: red } }\n',
  "src/web/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>\n',
  "src/web/public/favicon.svg":
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h2v2z"/></svg>\n'
}

export interface Project {
  readonly root: string
  readonly write: (name: string, content: string) => Effect.Effect<void>
  /** The sorted names in its `dist`. */
  readonly built: Effect.Effect<ReadonlyArray<string>>
}

/** A temporary project with a small page, built with the scripts and packages of this one; removed with the scope. */
export const project: Effect.Effect<Project, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const root = await mkdtemp(join(tmpdir(), "strategy-page-"))
      await symlink(join(ours, "node_modules"), join(root, "node_modules"))
      for (const copied of ["src/http/page", "src/web/build", "package.json"]) {
        await cp(join(ours, copied), join(root, copied), { recursive: true })
      }
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(root, name)), { recursive: true })
        await writeFile(join(root, name), content)
      }
      return root
    }),
    (root) => Effect.promise(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
  ),
  (root) => ({
    root,
    write: (name, content) => Effect.promise(() => writeFile(join(root, name), content)),
    built: Effect.promise(async () => {
      const dist = join(root, "dist")
      return existsSync(dist) ? (await readdir(dist)).sort() : []
    })
  })
)
