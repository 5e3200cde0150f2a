import { execFileSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

const base = "localhost/node-stand-in"
const image = "localhost/strategy-planning"

/** The user of the image. */
export const imageUser = 10_001

/** The image's configuration, in Docker's form. */
interface ImageConfig {
  readonly User: string
  readonly StopSignal: string
  readonly Entrypoint: ReadonlyArray<string>
  readonly Env: ReadonlyArray<string>
  readonly Labels: Readonly<Record<string, string>>
  readonly Volumes: Readonly<Record<string, unknown>>
  readonly Healthcheck: { readonly Test: ReadonlyArray<string> }
}

const run = (file: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(file, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 64 * 1_048_576 }).trim()

/**
 * A base image of Debian's packages with this Node and npm, since there may be no registry of images. A certificate that npm
 * needs on this machine is copied too.
 */
const makeBase = (folder: string, buildah: (...args: ReadonlyArray<string>) => string): void => {
  const system = join(folder, "base.tar")
  const release = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "stable"
  run("mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates", release, system)
  const container = buildah("from", "scratch")
  buildah("add", "-q", container, system, "/")
  buildah("copy", "-q", container, process.execPath, "/usr/local/bin/node")
  const cli = realpathSync(run("which", "npm"))
  buildah("copy", "-q", container, join(cli, "../.."), "/usr/local/lib/node_modules/npm")
  const npm = ["ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", "/usr/local/bin/npm"]
  buildah("run", "--isolation", "chroot", container, "--", ...npm)
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates !== undefined) {
    buildah("copy", "-q", container, certificates, "/etc/ssl/certs/extra.crt")
    buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/extra.crt", container)
  }
  buildah("commit", "-q", "--rm", container, base)
}

const deploy = "scripts/deploy/Dockerfile"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "strategy-image-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Builds the image in a storage of its own, and mounts a container of it; removed when the scope closes. It needs root. */
export const built = Effect.gen(function* () {
  const path = yield* folder
  const storage = ["--storage-driver", "vfs", "--root", join(path, "root"), "--runroot", join(path, "run")]
  const buildah = (...args: ReadonlyArray<string>) => run("buildah", ...storage, ...args)
  yield* Effect.addFinalizer(() => Effect.sync(() => [buildah("umount", "--all"), buildah("rm", "--all")]))
  makeBase(path, buildah)
  const source = ["--file", deploy, "--ignorefile", `${deploy}.dockerignore`, "--build-arg", `NODE_IMAGE=${base}`]
  buildah(
    "build",
    "--quiet",
    "--pull-never",
    "--isolation",
    "chroot",
    "--format",
    "docker",
    ...source,
    "--tag",
    image,
    "."
  )
  const inspected = JSON.parse(buildah("inspect", "--type", "image", image))
  const config: ImageConfig = inspected.Docker.config
  const root = buildah("mount", buildah("from", image))
  return { folder: path, config, root }
})

/**
 * The command that runs the image's entry point as process 1 of a namespace, as its user, on a root that cannot be written, with the
 * one volume. It ends with the entry point.
 */
export const command = (
  { folder, root, config }: Effect.Success<typeof built>,
  env: Readonly<Record<string, string>>
): ReadonlyArray<string> => {
  const data = join(folder, "data")
  mkdirSync(data)
  chownSync(data, imageUser, imageUser)
  chmodSync(data, 0o700)
  const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const words = ["/usr/sbin/chroot", `--userspec=${imageUser}:${imageUser}`, root, "/bin/sh", "-c"]
  const script = join(folder, "start.sh")
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const lines = [
    "set -e",
    `mount --bind ${root} ${root}`,
    `mount --bind ${data} ${root}/data`,
    `mount --rbind /dev ${root}/dev`,
    `mount -o remount,bind,ro ${root}`,
    `mount -t proc proc ${root}/proc`,
    `exec env -i PATH=/usr/local/bin:/usr/bin:/bin ${variables.map(quoted).join(" ")} ${words.join(" ")} ${quoted(
      `cd /app && exec ${config.Entrypoint.join(" ")}`
    )}`
  ]
  writeFileSync(script, `${lines.join("\n")}\n`)
  return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", script]
}

/** Runs a shell command inside the running container, as its user. */
export const inside = ({ root }: Effect.Success<typeof built>, pid: number, shell: string): string => {
  const entered = ["-t", String(pid), "-m", "-p", "/usr/sbin/chroot", `--userspec=${imageUser}:${imageUser}`, root]
  return run("nsenter", ...entered, "/bin/sh", "-c", `cd /app; ${shell}`)
}
