/** Pieces of HTML that the hosted pages share, each already escaped. */
import { drawQrCode } from '../../../web/parts/draw-qr-code.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'

/** Draws a text as a QR code that needs neither script nor style. */
export function writeQrCode(text: string, description: string): string {
  const { size, path } = drawQrCode(text)
  return `<svg class="qr" role="img" aria-label="${escapeHtml(description)}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/>
<path d="${path}" fill="#000"/>
</svg>`
}

export const writeParagraphs = (texts: readonly string[], className = 'hint'): string =>
  texts.map((text) => `<p class="${className}">${escapeHtml(text)}</p>`).join('\n')

/** A customer's page shows this until its scripts have come; they show the same at first. */
export const writeOpening = (opening: string): string =>
  `<main class="gate" aria-busy="true"><h1 class="progress"><span class="spinner" aria-hidden="true"></span>${escapeHtml(opening)}</h1></main>`
