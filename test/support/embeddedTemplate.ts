import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { serialize } from "node:v8"
import { PGlite } from "@electric-sql/pglite"
import { Effect, Layer, Logger } from "effect"
import type { TestProject } from "vitest/node"
import { dataFolder } from "../../scripts/support/Calls.ts"
import { initialCluster } from "../../scripts/support/InitialCluster.ts"
import * as ClusterImage from "../../src/sql/ClusterImage.ts"
import * as EmbeddedDatabase from "../../src/sql/EmbeddedDatabase.ts"
import * as Migrations from "../../src/sql/Migrations.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The path of a data folder with an empty, migrated embedded database. To be copied, never opened. */
    readonly embeddedFolder: string
    /** The path of a dump of a new database, from PGlite's `dumpDataDir`. */
    readonly embeddedImage: string
    /** The path of the files that PGlite's `initdb` makes, serialized. */
    readonly initialCluster: string
  }
}

const migrations = join(import.meta.dirname, "../../src/sql/migrations")
const modules = join(import.meta.dirname, "../../node_modules")

const dump = Effect.gen(function* () {
  const folder = yield* dataFolder
  yield* ClusterImage.unpack(folder)
  return yield* Effect.promise(async () => {
    const db = await PGlite.create(folder)
    const image = await db.dumpDataDir("none")
    await db.close()
    return Buffer.from(await image.arrayBuffer())
  })
}).pipe(Effect.scoped)

const make = async (home: string): Promise<void> => {
  const unfinished = await mkdtemp(`${home}-`)
  await Migrations.layer.pipe(
    Layer.provide(EmbeddedDatabase.layer(join(unfinished, "folder"))),
    Layer.provide(Logger.layer([])),
    Layer.build,
    Effect.scoped,
    Effect.runPromise
  )
  await writeFile(join(unfinished, "image"), await Effect.runPromise(dump))
  await writeFile(join(unfinished, "cluster"), serialize(await Effect.runPromise(initialCluster)))
  // Another test run may have created it meanwhile.
  await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true }))
}

/** The hash of all migration files. */
const migrationsHash = async (): Promise<string> => {
  const hash = createHash("sha256")
  for (const name of (await readdir(migrations)).sort()) hash.update(await readFile(join(migrations, name)))
  return hash.digest("hex").slice(0, 12)
}

/**
 * Creates template databases, since PGlite takes seconds to create one: tests begin with a copy. They are kept between runs,
 * for each version of PGlite and of the migrations.
 */
export default async (project: TestProject) => {
  const { version } = JSON.parse(await readFile(join(modules, "@electric-sql/pglite/package.json"), "utf8"))
  const home = join(modules, `.cache/embedded-databases-${version}-${await migrationsHash()}`)
  await mkdir(join(modules, ".cache"), { recursive: true })
  if (!existsSync(home)) await make(home)
  project.provide("embeddedFolder", join(home, "folder"))
  project.provide("embeddedImage", join(home, "image"))
  project.provide("initialCluster", join(home, "cluster"))
}
