/**
 * Makes pictures of pages small: of a screenshot's colours the 256 most frequent are kept, and every
 * other becomes the nearest of those. Text and flat surfaces stay as they were; the file takes less
 * than half. Understands only what browsers write: 8 bits a channel, without a palette, not interlaced.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const headerBytes = 13
const coloursMax = 256
const trueColour = 2
const withPalette = 3

type Image = { width: number; height: number; pixels: Uint32Array }

/** Returns the same picture with a palette. */
export function toSmallPng(png: Buffer): Buffer {
  const { width, height, pixels } = readPng(png)
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const palette = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, coloursMax)
    .map(([colour]) => colour)
  const indexes = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]))
  // Every row begins with the number of its filter: none.
  const rows = Buffer.alloc(height * (width + 1))
  for (const [at, colour] of pixels.entries())
    rows[at + Math.floor(at / width) + 1] = indexes.get(colour)!
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, withPalette, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const channels = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255]

function nearest(palette: number[], colour: number): number {
  const wanted = channels(colour)
  const distances = palette.map((known) =>
    channels(known).reduce((sum, value, at) => sum + (value - wanted[at]!) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances))
}

function readPng(png: Buffer): Image {
  const chunks = new Map<string, Buffer[]>()
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.set(type, [...(chunks.get(type) ?? []), png.subarray(at + 8, at + 8 + length)])
    at += length + 12
  }
  const header = chunks.get('IHDR')![0]!
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, kind, , , interlace] = header.subarray(8)
  if (depth !== 8 || kind !== trueColour || interlace !== 0)
    throw new Error(`a PNG of another kind than screenshots: ${depth} bits, kind ${kind}`)
  const bytes = unfilter(inflateSync(Buffer.concat(chunks.get('IDAT')!)), width * 3, height)
  const pixels = Uint32Array.from({ length: width * height }, (_, at) =>
    bytes.readUIntBE(at * 3, 3),
  )
  return { width, height, pixels }
}

/** Every byte was written as its difference to what its neighbours let expect. */
function unfilter(rows: Buffer, rowBytes: number, height: number): Buffer {
  const bytes = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (rowBytes + 1)]!
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x
      const left = x < 3 ? 0 : bytes[at - 3]!
      const above = y === 0 ? 0 : bytes[at - rowBytes]!
      const aboveLeft = x < 3 || y === 0 ? 0 : bytes[at - rowBytes - 3]!
      bytes[at] = rows[at + y + 1]! + expected(filter, left, above, aboveLeft)
    }
  }
  return bytes
}

function expected(filter: number, left: number, above: number, aboveLeft: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return Math.floor((left + above) / 2)
    case 4: {
      const guess = left + above - aboveLeft
      const byDistance = [left, above, aboveLeft].toSorted(
        (one, other) => Math.abs(guess - one) - Math.abs(guess - other),
      )
      return byDistance[0]!
    }
    default:
      return 0
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(content.length, 0)
  framed.set(typed, 4)
  framed.writeUInt32BE(crc32(typed), typed.length + 4)
  return framed
}
