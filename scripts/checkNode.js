// Run by npm before the service, also by a Node that cannot read TypeScript: it is JavaScript that Node 20 takes.
const oldest = [22, 19]
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `Error: This is Node ${process.versions.node}; the service needs ${oldest.join(".")} or newer. ` +
      "npm ci brings one, unless optional packages are left out."
  )
  process.exit(1)
}
