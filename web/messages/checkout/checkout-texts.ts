/** Every sentence of the checkout page, in its languages. */
import { sharedTexts } from '../shared/shared-texts.ts'
import { type Catalogues, type Language, speakFrom, type TranslateOf } from '../translate.ts'
import { english } from './english.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

export type CheckoutTexts = typeof sharedTexts.en & typeof english
export type Translate = TranslateOf<CheckoutTexts>

export const checkoutTexts: Catalogues<CheckoutTexts> = {
  en: { ...sharedTexts.en, ...english },
  es: { ...sharedTexts.es, ...spanish },
  ru: { ...sharedTexts.ru, ...russian },
}

export const speak = (language: Language): Translate => speakFrom(checkoutTexts, language)
