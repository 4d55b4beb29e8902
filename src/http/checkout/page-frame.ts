/** Pieces of HTML that the hosted pages share, each already escaped. */
import { encode } from 'uqr'
import { escapeHtml } from '../documentation/html.ts'

/** Modules of white around the code, as the standard asks. */
const quietZone = 4

/** Draws a text as a QR code that needs neither script nor style. */
export function qrCode(text: string, description: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return `<svg class="qr" role="img" aria-label="${escapeHtml(description)}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/>
<path d="${data.map(darkRuns).join('')}" fill="#000"/>
</svg>`
}

/** The dark modules of a row, neighbours in one piece. */
function darkRuns(row: readonly boolean[], y: number): string {
  const line = row.map((isDark) => (isDark ? '#' : ' ')).join('')
  return [...line.matchAll(/#+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')
}

export const paragraphs = (texts: readonly string[], className = 'hint'): string =>
  texts.map((text) => `<p class="${className}">${escapeHtml(text)}</p>`).join('\n')
