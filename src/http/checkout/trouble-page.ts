/** The page without a payment: says what is wrong, and what the payer can do now. */
import { speak } from '../../../web/messages/checkout/checkout-texts.ts'
import type { Language } from '../../../web/messages/translate.ts'
import { writeFrame, writeNotice, writeTryAgain } from '../pages/page-frame.ts'
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
  const again = isUnknown ? '' : writeTryAgain(say('tryAgain'))
  return writeFrame(
    { language, title: heading, links },
    `${writeNotice(heading, [hint], again)}\n${writeFoot({ language, search })}`,
  )
}
