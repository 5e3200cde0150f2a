import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../../package.json" with { type: "json" }

const root = join(import.meta.dirname, "../../..")

const run = (cwd: string, file: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(file, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim()

/** The commit, tag or branch that `UPGRADE_FROM` names, else the latest tag of a release before this one. */
const reference = (): string => {
  if (process.env.UPGRADE_FROM) return process.env.UPGRADE_FROM
  const latest = ["describe", "--tags", "--abbrev=0", "--match=v[0-9]*", `--exclude=v${packageJson.version}`]
  const { status, stdout } = spawnSync("git", latest, { cwd: root, encoding: "utf8" })
  if (status === 0) return stdout.trim()
  throw new Error("There is no tag of an earlier release here: set UPGRADE_FROM to its commit.")
}

interface EarlierRelease {
  readonly name: string
  /** The folder of its sources, with its own packages installed. */
  readonly folder: string
}

/**
 * The sources of the release before this one, from git, as an operator has them installed. They are kept in `build/upgrade` for
 * the next run. It needs git with that commit, and a registry of npm.
 */
export const make = (): EarlierRelease => {
  const name = reference()
  const commit = run(root, "git", "rev-parse", `${name}^{commit}`)
  const folder = join(root, "build", "upgrade", commit)
  if (existsSync(folder)) return { name, folder }
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  run(root, "git", "archive", "--output", `${folder}.tar`, commit)
  run(unfinished, "tar", "-xf", `${folder}.tar`)
  run(unfinished, "npm", "ci", "--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
  rmSync(`${folder}.tar`)
  renameSync(unfinished, folder)
  return { name, folder }
}
