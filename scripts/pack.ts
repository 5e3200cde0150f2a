import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { build, type Rolldown } from "vite"
import packageJson from "../package.json" with { type: "json" }

/**
 * Makes the packages for other programs, `strategy-planning-client` and `strategy-planning-testing`, as folders and tarballs in
 * `build/packages`: JavaScript with declarations, since Node runs no TypeScript inside `node_modules`.
 */

const root = join(import.meta.dirname, "..")
const out = join(root, "build", "packages")

const { version, license, dependencies } = packageJson

interface Package {
  readonly name: string
  readonly description: string
  /** The module that it exports, in `src`. */
  readonly entry: string
  /** Bundled files besides that, by name. */
  readonly others?: Readonly<Record<string, string>>
  /** The oldest Node. */
  readonly node: string
  /** Packages that its user installs, of which there must not be a second copy. */
  readonly peers: Readonly<Record<string, string>>
  /** Packages that its user installs only for some of it. */
  readonly optionalPeers?: ReadonlyArray<keyof typeof dependencies>
  /** Its heading in `docs/api.md`. */
  readonly section: string
  /** Folders by their name in the package. */
  readonly folders?: Readonly<Record<string, string>>
}

const client: Package = {
  name: "strategy-planning-client",
  description: "The typed client of the strategy planning service, for programs with Effect",
  entry: "client/Client",
  node: "20",
  peers: { effect: "^4.0.0" },
  section: "The client package"
}

const testing: Package = {
  name: "strategy-planning-testing",
  description: "The strategy planning service in memory, for tests of programs that use it",
  entry: "Testing",
  // Started as a file.
  others: { deckWorker: "deck/deckWorker" },
  // Effect's packages for Node need it.
  node: "22.19",
  peers: { effect: "^4.1.0", "@effect/platform-node": "^4.1.0", [client.name]: version },
  // The embedded database, where no server has it open.
  optionalPeers: ["@electric-sql/pglite"],
  section: "The testing package",
  folders: { recipes: "src/http/handlers/recipes", examples: "docs/examples" }
}

const source = (path: string): string => join(root, "src", `${path}.ts`)

/** Bundles a package, and gives the names of the packages that it imports. */
const bundle = async ({ name, entry, others, node }: Package): Promise<ReadonlySet<string>> => {
  const inputs = Object.entries({ index: entry, ...others }).map(([name, path]) => [name, source(path)])
  const built = await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [
      {
        name: "files-beside-the-bundle",
        enforce: "pre",
        resolveId: (id, importer) =>
          importer !== undefined && id.endsWith(`/${client.entry}.ts`) ? { id: client.name, external: true } : null,
        transform: (code, id) =>
          id.includes("/src/")
            ? code
                .replace('new URL("./deckWorker.ts"', 'new URL("./deckWorker.js"')
                .replace('dirname, "../../package.json"', 'dirname, "package.json"')
            : null
      }
    ],
    ssr: { noExternal: [] },
    build: {
      ssr: true,
      outDir: join(out, name),
      emptyOutDir: true,
      target: `node${node}`,
      rolldownOptions: {
        input: Object.fromEntries(inputs),
        // Or the entry would export what the other files of the bundle need of it, under names of one letter.
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" }
      }
    }
  })
  const { output } = built as Rolldown.RolldownOutput
  const imports = output.flatMap((file) => (file.type === "chunk" ? [...file.imports, ...file.dynamicImports] : []))
  const foreign = imports.filter((id) => !id.startsWith("node:") && !id.endsWith(".js"))
  return new Set(foreign.map((id) => /^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id))
}

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
  const files = [client, testing].map(({ entry }) => source(entry))
  mkdirSync(folder, { recursive: true })
  writeFileSync(project, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, files, include: [] }))
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  // Checkers beside each other would each check the same library types: 2.5 times the processor time.
  const args = [compiler, "--singleThreaded", "-p", project]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
  if (status !== 0) throw new Error(stdout)
}

const specifier = /(\bfrom\s+|\bimport\(|\bimport\s+)"(\.[^"]+)\.ts"/g

/** Copies a declaration of `folder` and all that it refers to, other packages' apart. */
const copyDeclarations = (folder: string, one: Package, path: string = one.entry): void => {
  const target = join(out, one.name, "types", `${path}.d.ts`)
  if (existsSync(target)) return
  const referred: Array<string> = []
  const text = readFileSync(join(folder, `${path}.d.ts`), "utf8").replaceAll(specifier, (_, before, to: string) => {
    const other = join(dirname(path), to)
    if (other === client.entry && one !== client) return `${before}"${client.name}"`
    referred.push(other)
    return `${before}"${to}.js"`
  })
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
  for (const other of referred) copyDeclarations(folder, one, other)
}

const manifest = (
  { name, description, entry, node, peers, optionalPeers = [] }: Package,
  imported: ReadonlySet<string>
) => ({
  name,
  version,
  description,
  license,
  type: "module",
  engines: { node: `>=${node}` },
  exports: { ".": { types: `./types/${entry}.d.ts`, default: "./index.js" } },
  peerDependencies: { ...peers, ...Object.fromEntries(optionalPeers.map((name) => [name, dependencies[name]])) },
  peerDependenciesMeta: Object.fromEntries(optionalPeers.map((name) => [name, { optional: true }])),
  dependencies: Object.fromEntries(
    Object.entries(dependencies).filter(
      ([name]) => imported.has(name) && !(name in peers) && !optionalPeers.some((optional) => optional === name)
    )
  )
})

const localLink = /\[([^\]]+)\]\((?!https?:)([^)]+)\)/g

/** The part of `docs/api.md` about the package, without how it is made, and with links only to what is in its folder. */
const readme = ({ name, section }: Package, folder: string): string => {
  const [, text = ""] = new RegExp(`^## ${section}\n\n[^\n]*\n(.*?)^## `, "ms").exec(read("docs/api.md")) ?? []
  return `# ${name}\n${text}`.replaceAll(localLink, (link, label: string, target: string) =>
    existsSync(join(folder, target)) ? link : label
  )
}

const read = (path: string): string => readFileSync(join(root, path), "utf8")

const write = async (one: Package, declarations: string) => {
  const imported = await bundle(one)
  const folder = join(out, one.name)
  copyDeclarations(declarations, one)
  for (const [name, path] of Object.entries(one.folders ?? {})) {
    cpSync(join(root, path), join(folder, name), { recursive: true })
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest(one, imported), null, 2))
  writeFileSync(join(folder, "README.md"), readme(one, folder))
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"))
  const { status, stderr } = spawnSync("npm", ["pack", "--silent", folder], { cwd: out, encoding: "utf8" })
  if (status !== 0) throw new Error(stderr)
  process.stdout.write(`build/packages/${one.name}-${version}.tgz\n`)
}

rmSync(out, { recursive: true, force: true })
const declarations = join(root, "build", "declarations")
declare(declarations)
await write(client, declarations)
await write(testing, declarations)
rmSync(declarations, { recursive: true })
