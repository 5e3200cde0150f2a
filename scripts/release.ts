import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import packageJson from "../package.json" with { type: "json" }
import { CommandFailed, runMain } from "./admin/Failure.ts"
import { run as runCommand } from "./bench/CommandLine.ts"

const { name, version } = packageJson

/** What is released, of the commit. */
const released = [
  ...["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "docs"],
  ...["package.json", "package-lock.json", ".npmrc", "src", "tsconfig.json"],
  ...["scripts/admin", "scripts/admin.ts", "scripts/deploy", "scripts/run.js"]
]

const root = join(import.meta.dirname, "..")

const defaultOut = join(root, "build", "release")

const stopUnless = (isRight: boolean, message: string): void => {
  if (!isRight) throw new Error(message)
}

/** Runs a command and gives what it printed to standard output. */
const run = (cwd: string, file: string, ...args: ReadonlyArray<string>): string => {
  const { status, stdout, error } = spawnSync(file, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1_048_576,
    stdio: ["ignore", "pipe", "inherit"]
  })
  stopUnless(status === 0, `${[file, ...args].join(" ")} failed${error === undefined ? "" : `: ${error.message}`}.`)
  return stdout
}

const works = (...args: ReadonlyArray<string>): boolean => spawnSync("docker", args, { stdio: "ignore" }).status === 0

/** The changelog's first release must be this version, and so must the commit's tag if it has one. */
const checkVersion = (): void => {
  const latest = /^## (.*)$/m.exec(readFileSync(join(root, "CHANGELOG.md"), "utf8"))?.[1]
  stopUnless(latest === version, `CHANGELOG.md begins with ${latest}, but package.json has version ${version}.`)
  const tags = run(root, "git", "tag", "--points-at", "HEAD", "--list", "v[0-9]*").split("\n").filter(Boolean)
  stopUnless(tags.length === 0 || tags.includes(`v${version}`), `The commit's tag is ${tags}, not v${version}.`)
  if (tags.length === 0) process.stdout.write(`The commit has no tag v${version} yet.\n`)
  if (run(root, "git", "status", "--porcelain") !== "") process.stdout.write("Uncommitted changes are left out.\n")
}

const release = (out: string): void => {
  checkVersion()
  const base = `${name}-${version}`
  const folder = join(out, base)
  const isUsable = out === defaultOut || !existsSync(out) || readdirSync(out).length === 0
  stopUnless(isUsable, `${out} is not empty.`)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })

  const commit = join(out, "commit.tar")
  run(root, "git", "archive", "--output", commit, "HEAD", ...released)
  run(folder, "tar", "-xf", commit)
  run(folder, "npm", "ci", "--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
  run(folder, process.execPath, "src/web/build/buildPage.ts")
  // npm has no bill of an installation without its development packages, so they are not named meanwhile.
  run(folder, "npm", "pkg", "delete", "devDependencies")
  const bill = run(folder, "npm", "sbom", "--sbom-format=cyclonedx", "--sbom-type=application")
  writeFileSync(join(out, `${base}.cdx.json`), bill)
  run(folder, "tar", "-xf", commit, "package.json")
  if (works("info") && works("buildx", "version")) {
    const image = ["--platform=linux/amd64,linux/arm64", `--output=type=oci,dest=${join(out, `${base}.oci.tar`)}`]
    const options = ["--file=scripts/deploy/Dockerfile", `--tag=${name}:${version}`, ...image]
    run(folder, "docker", "buildx", "build", ...options, ".")
  } else process.stdout.write("The container image was skipped: docker buildx does not run here.\n")
  // Node and what built the page are not needed any more.
  run(folder, "npm", "prune", "--omit=dev", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund")
  run(out, "tar", "-czf", `${base}.tar.gz`, base)
  rmSync(folder, { recursive: true })
  rmSync(commit)

  const sums = readdirSync(out).map((file) => {
    const path = join(out, file)
    process.stdout.write(`${path}: ${(statSync(path).size / 1e6).toFixed(1)} MB\n`)
    return `${createHash("sha256").update(readFileSync(path)).digest("hex")}  ${file}\n`
  })
  writeFileSync(join(out, "SHA256SUMS"), sums.join(""))
}

const command = Command.make(
  "release",
  {
    out: Flag.String("out").pipe(
      Flag.withDescription(
        "The folder to write to, which is new or empty; default: build/release, which is emptied before"
      ),
      Flag.withDefault(defaultOut)
    )
  },
  ({ out }) =>
    Effect.try({
      try: () => release(resolve(out)),
      catch: (error) => new CommandFailed({ message: error instanceof Error ? error.message : String(error) })
    })
).pipe(
  Command.withDescription(
    `Makes a release of the commit that is checked out: ${name}-${version}.tar.gz, the service with its packages and the built ` +
      "page, which node src/main.ts starts; .cdx.json, its packages and those that built the page, as CycloneDX; .oci.tar, " +
      "the container image for amd64 and arm64, where docker buildx runs; SHA256SUMS, for sha256sum --check."
  )
)

runMain(runCommand(command))
