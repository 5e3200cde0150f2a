import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

export interface Chromium {
  readonly executable: string
  /** Environment variables with the folders of its libraries and fonts. */
  readonly env: Readonly<Record<string, string>>
}

const modules = join(import.meta.dirname, "../../node_modules")

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
export const chromium = async (): Promise<Chromium> => {
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
