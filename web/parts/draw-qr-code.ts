/** A text as the drawing of a QR code, for an `svg` of `size` modules in each direction. */
import { encode } from 'uqr'

/** Modules of white around the code, as the standard asks. */
const quietZone = 4

/** Draws the dark modules as one path. */
export function drawQrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return { size, path: data.map(drawRow).join('') }
}

/** Neighbours are drawn in one piece, which halves the path. */
function drawRow(row: readonly boolean[], y: number): string {
  const line = row.map((isDark) => (isDark ? '#' : ' ')).join('')
  return [...line.matchAll(/#+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')
}
