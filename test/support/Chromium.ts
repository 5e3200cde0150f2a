import { execFile } from "node:child_process"
import { existsSync, realpathSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { type BrowserServer, chromium as driver } from "playwright-core"

const modules = realpathSync(join(import.meta.dirname, "../../node_modules"))

/** Allows only the bundled fonts, so that text has the same size on every machine. */
const fontsConfiguration = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

/**
 * The package unpacks into the temporary folder, unpacks the libraries only on AWS Lambda, and takes what another process is
 * still unpacking for complete. So it runs in a process of its own, with an environment like Lambda's, and in a folder that is
 * renamed when it is complete.
 */
const unpack = async (folder: string): Promise<void> => {
  await mkdir(join(modules, ".cache"), { recursive: true })
  const unfinished = await mkdtemp(`${folder}-`)
  try {
    const program = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath()'
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: modules,
      env: { TMPDIR: unfinished, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" }
    })
    await writeFile(join(unfinished, "fonts.conf"), fontsConfiguration(folder))
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // If another process was faster, its folder is used.
    if (!existsSync(folder)) throw error
  }
}

/**
 * The Chromium in the package `@sparticuz/chromium`, unpacked once beside the packages. It needs only glibc and libgcc of the
 * machine: its other libraries (NSS, expat) are in the package, and take precedence over the machine's.
 */
const chromium = async () => {
  const { version } = JSON.parse(await readFile(join(modules, "@sparticuz/chromium/package.json"), "utf8"))
  const folder = join(modules, `.cache/chromium-${version}`)
  if (!existsSync(folder)) await unpack(folder)
  return {
    executable: join(folder, "chromium"),
    env: {
      HOME: folder,
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf")
    }
  }
}

/** A name for this machine that browsers do not trust as they trust 127.0.0.1: plain HTTP to it is no secure context. */
export const untrustedHost = "plain-http.test"

/** Flags that keep all traffic on this machine, besides what Playwright turns off: no other host name can be resolved. */
const offlineFlags = [
  "--disable-domain-reliability",
  "--no-pings",
  "--no-proxy-server",
  `--host-resolver-rules=MAP ${untrustedHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`
]

/** Starts Chromium without a window; `flags` are more of its options. */
export const launch = async (flags: ReadonlyArray<string> = []): Promise<BrowserServer> => {
  const { executable, env } = await chromium()
  return driver.launchServer({
    executablePath: executable,
    host: "127.0.0.1",
    // Chromium's sandbox does not run as root.
    chromiumSandbox: false,
    handleSIGINT: false,
    args: [...offlineFlags, ...flags],
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), ...env }
  })
}
