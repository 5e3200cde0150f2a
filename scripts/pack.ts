import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { build } from "vite"

/**
 * Makes `build/packages`, which `npm pack` puts into the tarball: `strategy-planning/client` and `strategy-planning/testing`
 * as JavaScript with declarations, since Node runs no TypeScript inside `node_modules`.
 */

const root = join(import.meta.dirname, "..")
const out = join(root, "build", "packages")

/** The bundled files, by name. The deck's worker is among them because it is started as a file. */
const entries = {
  client: "src/client/Client.ts",
  testing: "src/Testing.ts",
  deckWorker: "src/deck/deckWorker.ts"
}

/** What `package.json` exports. */
const declared = ["client/Client", "Testing"]

const bundle = () =>
  build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [
      {
        name: "files-beside-the-bundle",
        transform: (code, id) =>
          id.includes("/src/") ? code.replace('new URL("./deckWorker.ts"', 'new URL("./deckWorker.js"') : null
      }
    ],
    ssr: { noExternal: [] },
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: true,
      target: "node22",
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" }
      }
    }
  })

/** Writes the declarations of the entries and of everything that they import. */
const declare = (folder: string) => {
  const project = join(folder, "tsconfig.json")
  const compilerOptions = {
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    outDir: ".",
    rootDir: "../../src"
  }
  const files = declared.map((name) => join(root, "src", `${name}.ts`))
  mkdirSync(folder, { recursive: true })
  writeFileSync(project, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, files, include: [] }))
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  // Checkers beside each other would each check the same library types: 2.5 times the processor time.
  const args = [compiler, "--singleThreaded", "-p", project]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
  if (status !== 0) throw new Error(stdout)
}

const specifier = /(\bfrom\s+|\bimport\(|\bimport\s+)"(\.[^"]+)\.ts"/g

/** The paths, below `folder`, of a declaration and of all declarations that it refers to. */
const reachable = (folder: string, names: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    const text = readFileSync(`${path}.d.ts`, "utf8")
    for (const [, , target = ""] of text.matchAll(specifier)) visit(resolve(dirname(path), target))
  }
  for (const name of names) visit(join(folder, name))
  return found
}

const copyDeclarations = (folder: string) => {
  for (const path of reachable(folder, declared)) {
    const target = join(out, `${relative(folder, path)}.d.ts`)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, readFileSync(`${path}.d.ts`, "utf8").replaceAll(specifier, '$1"$2.js"'))
  }
}

await bundle()
cpSync(join(root, "src/http/handlers/recipes"), join(out, "recipes"), { recursive: true })
const whole = join(root, "build", "declarations")
declare(whole)
copyDeclarations(whole)
rmSync(whole, { recursive: true })
const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
process.stdout.write(`build/packages: ${files.length} files\n`)
