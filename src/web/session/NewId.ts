/** A random UUID (version 4). `crypto.randomUUID` does the same, but browsers lack it on pages loaded over plain HTTP. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const [versioned = 0, marked = 0] = [bytes[6], bytes[8]]
  bytes[6] = (versioned & 0x0f) | 0x40
  bytes[8] = (marked & 0x3f) | 0x80
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}
