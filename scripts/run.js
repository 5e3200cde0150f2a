// Runs a program of this project: `node scripts/run.js src/main.ts`. This file is JavaScript for Node 18 and newer, because the
// Node that starts it may be too old to run TypeScript. In that case the Node in `node_modules` takes over.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const oldest = [22, 19]

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const [system, file] = process.platform === "win32" ? ["win", "node.exe"] : [process.platform, "node"]
const installed = join(root, "node_modules", `node-${system}-${process.arch}`, "bin", file)

/** @param {string} version */
const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

const reason = () => {
  const needs = `This is Node ${process.versions.node}; the service needs ${oldest.join(".")} or newer.`
  if (process.platform === "darwin") return `${needs} On macOS, install it yourself.`
  if (!existsSync(join(root, "node_modules"))) return `${needs} Run npm ci first: it installs one.`
  return `${needs} npm ci installs one on Linux and Windows, unless optional packages are omitted.`
}

/** Runs the same command by the installed Node, passes signals on to it, and ends as it ends. */
const handOver = () => {
  const child = spawn(installed, process.argv.slice(1), { stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("error", ({ message }) => {
    console.error(`Error: ${installed} cannot be run: ${message}`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? "SIGTERM"]))
}

const [program = "src/main.ts", ...args] = process.argv.slice(2)
if (isNewEnough(process.versions.node)) {
  process.argv = [process.argv[0], resolve(root, program), ...args]
  await import(pathToFileURL(process.argv[1]).href)
} else if (existsSync(installed)) handOver()
else {
  console.error(`Error: ${reason()}`)
  process.exit(1)
}
