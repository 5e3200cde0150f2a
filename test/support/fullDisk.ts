/**
 * Simulates a full disk in the server process that imports this module first. While the file named by FULL_DISK exists, no
 * space is free, and writes fail for all files whose path contains the text in that file.
 */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const flag = process.env.FULL_DISK ?? ""
const paths = new Map<number, string>()
const { openSync, writeSync } = fs
const { statfs } = fs.promises

const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })

const isFull = (path: string): boolean => {
  if (!fs.existsSync(flag)) return false
  const part = fs.readFileSync(flag, "utf8")
  return part !== "" && path.includes(part)
}

fs.openSync = (path, ...rest) => {
  const descriptor = openSync(path, ...rest)
  paths.set(descriptor, String(path))
  return descriptor
}

fs.writeSync = new Proxy(writeSync, {
  apply: (target, self, parameters) => {
    if (isFull(paths.get(Number(parameters[0])) ?? "")) throw noSpace()
    return Reflect.apply(target, self, parameters)
  }
})

fs.promises.statfs = new Proxy(statfs, {
  apply: async (target, self, parameters) => {
    const found = await Reflect.apply(target, self, parameters)
    return fs.existsSync(flag) ? Object.assign(found, { bavail: 0 }) : found
  }
})

syncBuiltinESMExports()
