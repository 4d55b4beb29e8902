/**
 * Reads a picture that somebody uploaded as a logo, and writes it anew, smaller and without anything else in it: no byte that
 * was uploaded is ever shown to a payer.
 */
import { createHash } from 'node:crypto'
import { arch, platform } from 'node:os'
import type { Picture } from '../../../store/merchants/pages/profile.ts'
import { serviceUnavailable } from '../../error-answers.ts'

const kib = 1024
/** Fits, in base64, into the body of a request. The dashboard shrinks a larger picture before it sends it. */
export const logoBytesMax = 47 * kib
/** A small file may hold a huge picture: decoded, this many take 16 MB. */
const logoPixelsMax = 2_048 * 2_048
/** One row of four million points took 0.7 s. */
const sideMax = 16_384
/** Twice what the largest place for it needs, for sharp screens. */
export const logoSideMax = 256
const workSecondsMax = 5

/** What is wrong with the picture, for whoever uploaded it. */
export class BadPicture extends Error {}

/** Tells PNG, JPEG and WebP by their first bytes. What a file calls itself is not asked. */
const isTaken = (start: string): boolean =>
  start.startsWith('\x89PNG\r\n\x1a\n') ||
  start.startsWith('\xff\xd8\xff') ||
  (start.startsWith('RIFF') && start.startsWith('WEBP', 8))

const refusedFormats: readonly [RegExp, string][] = [
  [/^GIF8/, 'a GIF'],
  [/^%PDF/, 'a PDF'],
  [/^BM/, 'a BMP'],
  [/^[^]{4}ftyp/, 'an AVIF, HEIC or film'],
  [/^\s*(?:\ufeff|\xef\xbb\xbf)?\s*<[^]*<?svg\b/i, 'an SVG'],
  [/^\s*</, 'HTML or XML'],
]

/** @throws BadPicture; `ServiceUnavailable` where nothing here can read pictures */
export async function readLogo(bytes: Buffer): Promise<Picture> {
  requireFormat(bytes)
  const sharp = await loadSharp()
  const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: logoPixelsMax })
  try {
    const { width: across, height: down } = await sharp(bytes, {
      limitInputPixels: false,
    }).metadata()
    if (across * down > logoPixelsMax)
      throw new BadPicture(
        `has ${across} × ${down} pixels, which are ${across * down}; at most ${logoPixelsMax} are taken, such as 2048 × 2048`,
      )
    if (Math.max(across, down) > sideMax)
      throw new BadPicture(`is ${across} × ${down} pixels; at most ${sideMax} are taken on a side`)
    const { data, info } = await picture
      .timeout({ seconds: workSecondsMax })
      .autoOrient()
      .resize(logoSideMax, logoSideMax, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    const hash = createHash('sha256').update(data).digest('hex')
    return { hash, width: info.width, height: info.height, bytes: data }
  } catch (error) {
    if (error instanceof BadPicture) throw error
    const [why = ''] = String((error as Error).message).split('\n')
    throw new BadPicture(`cannot be read as a picture (${why}); save it anew as a PNG`)
  }
}

function requireFormat(bytes: Buffer): void {
  const start = bytes.subarray(0, kib).toString('latin1')
  if (isTaken(start)) return
  const named = refusedFormats.find(([pattern]) => pattern.test(start))?.[1]
  const what = named ? `is ${named}` : `has ${bytes.length} bytes that are no picture`
  throw new BadPicture(`${what}; send a PNG, JPEG or WebP`)
}

type Sharp = (typeof import('sharp'))['default']
let loaded: Promise<Sharp> | undefined

/** Loaded for the first upload: a service without one does without its memory. Only the three readers above are ever run. */
async function loadSharp(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Png', 'Jpeg', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`),
    })
    return sharp
  })
  try {
    return await loaded
  } catch {
    loaded = undefined
    throw serviceUnavailable(
      `Pictures cannot be read on this server: the package sharp has no program for ${platform()}-${arch()}. The operator installs again, without --omit=optional.`,
    )
  }
}
