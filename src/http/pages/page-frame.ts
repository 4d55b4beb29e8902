/** Pieces of HTML that the hosted pages share, each already escaped. */
import { drawQrCode } from '../../../web/parts/draw-qr-code.ts'
import type { Language } from '../../../web/messages/translate.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'

type Frame = {
  language: Language
  title: string
  /** HTML that links the built page's style and icon. */
  links: string
}

/** A page that needs no script, around its content. */
export const writeFrame = ({ language, title, links }: Frame, body: string): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${links}
</head>
<body>
${body}
</body>
</html>
`

/** An empty address is the page's own. */
export const writeTryAgain = (words: string): string =>
  `<p><a class="quiet" href="">${escapeHtml(words)}</a></p>`

/** Says one thing, and below it what there is to do, which is HTML. */
export const writeNotice = (heading: string, hints: readonly string[], after = ''): string =>
  `<main class="page">
<div class="headline">
<h1>${escapeHtml(heading)}</h1>
${writeParagraphs(hints)}
${after}
</div>
</main>`

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

/** A page shows this until its scripts have come; they show the same at first, without the words for a browser that runs none. */
export const writeOpening = (opening: string, tooOld: string): string =>
  `<main class="gate" aria-busy="true"><h1 class="progress"><span class="spinner" aria-hidden="true"></span>${escapeHtml(opening)}</h1>${writeTooOld(tooOld)}</main>`

/**
 * Shown by the style alone, some seconds after the page (`style/base.css`): a browser too old to read the page's script
 * would wait for ever, and no script could say so.
 */
export const writeTooOld = (words: string): string => writeParagraphs([words], 'hint too-old')
