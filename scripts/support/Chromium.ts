import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

export interface Chromium {
  readonly executable: string
  /** What it needs of its environment: where its libraries and fonts are. */
  readonly env: Readonly<Record<string, string>>
}

const modules = join(import.meta.dirname, "../../node_modules")

/** Only these: text has the same extent on every machine. */
const fontsConfiguration = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

/**
 * The package unpacks into the folder for temporary files, the libraries beside the browser only where it believes to be
 * on AWS Lambda; and what another process has begun to unpack, it takes for complete. So it gets a process of its own
 * with an environment that says so, and a folder that takes its name when all is there.
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
    // Another process was faster: its folder serves as well.
    if (!existsSync(folder)) throw error
  }
}

/**
 * The Chromium that comes inside `@sparticuz/chromium`, unpacked once beside the packages. It needs glibc and libgcc and
 * nothing else of the machine: its other libraries (NSS, expat) come along, and go before the machine's own.
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
