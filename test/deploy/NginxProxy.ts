import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { Effect, Schedule } from "effect"
import { freePort } from "../../scripts/support/PostgresServer.ts"
import * as Certificate from "../support/Certificate.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "strategy-nginx-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A certificate for this machine, which this process trusts from now on. */
const trustedCertificate = (path: string): Certificate.CertificateFiles => {
  const files = Certificate.write(path)
  setDefaultCACertificates([...getCACertificates("default"), readFileSync(files.certificate, "utf8")])
  return files
}

/** The sample configuration with other ports and another certificate, otherwise unchanged. */
const siteWith = (servers: ReadonlyArray<string>, ports: readonly [number, number], path: string): string => {
  const { key, certificate } = trustedCertificate(path)
  const [first, second] = servers.map((url) => new URL(url).host)
  return readFileSync("scripts/deploy/nginx.conf", "utf8")
    .replace("127.0.0.1:3001", `${first}`)
    .replace("127.0.0.1:3002", `${second}`)
    .replace("listen 443 ", `listen 127.0.0.1:${ports[0]} `)
    .replace("listen 80;", `listen 127.0.0.1:${ports[1]};`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
}

const mainWith = (path: string): string => `
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 2;
pid ${path}/nginx.pid;
error_log ${path}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${path}/${name};`).join(" ")}
  include ${path}/site.conf;
}
`

interface NginxProxy {
  readonly url: string
  /** The lines that nginx has logged, without refused connections, which it retries on the other server. */
  readonly errors: () => string
}

/** Whether nginx is installed. */
export const isInstalled = (): boolean => {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** Starts nginx with the sample of `scripts/deploy` in front of two servers. */
export const start = Effect.fnUntraced(function* (servers: ReadonlyArray<string>) {
  const path = yield* folder
  const ports = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
  writeFileSync(join(path, "site.conf"), siteWith(servers, ports, path))
  writeFileSync(join(path, "nginx.conf"), mainWith(path))
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const args = ["-p", path, "-c", join(path, "nginx.conf"), "-e", join(path, "error.log"), "-g", "daemon off;"]
      const child = spawn("nginx", args, { stdio: "inherit" })
      return { child, ended: new Promise((resolve) => child.once("exit", resolve)) }
    }),
    ({ child, ended }) =>
      Effect.promise(() => {
        child.kill("SIGTERM")
        return ended
      })
  )
  const url = `https://localhost:${ports[0]}`
  yield* Effect.tryPromise(() => fetch(`${url}/health`)).pipe(Effect.retry({ schedule: Schedule.spaced("50 millis") }))
  const errors = () => {
    const lines = readFileSync(join(path, "error.log"), "utf8").split("\n")
    return lines.filter((line) => !/connect\(\) failed \(111: /.test(line)).join("\n")
  }
  return { url, errors } satisfies NginxProxy
})
