/** The page without a payment: says what is wrong, and what the payer can do now. */
import { speak } from '../../../web/messages/checkout/checkout-texts.ts'
import type { Language } from '../../../web/messages/translate.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { writeParagraphs } from '../pages/page-frame.ts'
import { writeFoot } from '../pages/shop-html.ts'

type Trouble = {
  isUnknown: boolean
  language: Language
  /** The query of its address. */
  search: string
  /** HTML that links the built page's style and icon. */
  links: string
}

/** An unknown payment stays unknown; anything else passes, so the page can be tried again. */
export function writeTroublePage({ isUnknown, language, search, links }: Trouble): string {
  const say = speak(language)
  const heading = isUnknown ? say('unknownPayment') : say('unavailable')
  const hint = isUnknown ? say('unknownPaymentHint') : say('unavailableHint')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}</title>
${links}
</head>
<body>
<main class="page">
<div class="headline">
<h1>${escapeHtml(heading)}</h1>
${writeParagraphs([hint])}
${isUnknown ? '' : tryAgain(say('tryAgain'))}
</div>
</main>
${writeFoot({ language, search })}
</body>
</html>
`
}

/** An empty address is the page's own. */
const tryAgain = (words: string): string =>
  `<p><a class="quiet" href="">${escapeHtml(words)}</a></p>`
