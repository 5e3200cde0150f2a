import { constants, crc32, deflateRawSync, inflateRawSync } from "node:zlib"
import type { Encoding } from "../pipeline/AcceptEncoding.ts"

/** A part of a body, compressed by itself, so that it can be kept and put together with others to one gzip stream. */
export interface CompressedPart {
  /** Raw deflate without a last block. */
  readonly bytes: Uint8Array
  /** The length of the content in bytes. */
  readonly length: number
  readonly crc: number
  /** The checksum of as many zeros. */
  readonly zerosCrc: number
}

/** A whole body. */
export interface CompressedBody {
  readonly parts: ReadonlyArray<CompressedPart>
  readonly length: number
  readonly crc: number
}

const zeros = new Uint8Array(64 * 1024)

/** The checksum after `length` zeros, from the one before them. */
const crcAfterZeros = (crc: number, length: number): number => {
  let after = crc
  for (let left = length; left > 0; left -= zeros.length) after = crc32(zeros.subarray(0, left), after)
  return after
}

export const compress = (content: string): CompressedPart => {
  const bytes = Buffer.from(content)
  return {
    bytes: deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH }),
    length: bytes.length,
    crc: crc32(bytes),
    zerosCrc: crcAfterZeros(0, bytes.length)
  }
}

const decompress = ({ bytes }: CompressedPart): Uint8Array =>
  inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })

export const emptyBody: CompressedBody = { parts: [], length: 0, crc: 0 }

/**
 * The body with more parts at its end. The checksum of a whole follows from those of its parts, because CRC-32 is linear:
 * the first part's, carried over as many zeros as the second is long, without what these add by themselves.
 */
export const append = (body: CompressedBody, more: ReadonlyArray<CompressedPart>): CompressedBody => {
  let { crc, length } = body
  for (const part of more) {
    crc = (crcAfterZeros(crc, part.length) ^ part.zerosCrc ^ part.crc) >>> 0
    length += part.length
  }
  return { parts: [...body.parts, ...more], length, crc }
}

/** RFC 1952: no flags, no time, no system. */
const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)

/** The last block, which is empty, and the checksum and length of the content. */
const gzipEnd = ({ crc, length }: CompressedBody): Uint8Array => {
  const end = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  end.writeUInt32LE(crc, 2)
  end.writeUInt32LE(length % 2 ** 32, 6)
  return end
}

function* pieces(body: CompressedBody, encoding: Encoding): Generator<Uint8Array> {
  if (encoding !== "gzip") {
    for (const part of body.parts) yield decompress(part)
    return
  }
  yield gzipHeader
  for (const { bytes } of body.parts) yield bytes
  yield gzipEnd(body)
}

/** Bytes of a chunk at least, but for the last one. */
const chunkBytes = 16 * 1024

/** The body as it is sent, in chunks, each made when it is asked for. */
export function* chunks(body: CompressedBody, encoding: Encoding): Generator<Uint8Array> {
  let waiting: Array<Uint8Array> = []
  let size = 0
  for (const piece of pieces(body, encoding)) {
    waiting.push(piece)
    size += piece.length
    if (size < chunkBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}
