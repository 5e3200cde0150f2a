// npm runs this before the service, perhaps with a Node that cannot read TypeScript; so it is JavaScript for Node 20.
const oldest = [22, 19]
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `Error: This is Node ${process.versions.node}; the service needs ${oldest.join(".")} or newer. ` +
      "npm ci brings one, unless optional packages are left out."
  )
  process.exit(1)
}
