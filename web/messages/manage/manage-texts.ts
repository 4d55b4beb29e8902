/** Every sentence of the manage page, in its languages: for the service, which speaks all of them. */
import { type Catalogues, type Language, speakFrom, type TranslateOf } from '../translate.ts'
import { texts as english } from './manage-english.ts'
import { texts as russian } from './manage-russian.ts'
import { texts as spanish } from './manage-spanish.ts'

export type ManageTexts = typeof english
export type Translate = TranslateOf<ManageTexts>

export const manageTexts: Catalogues<ManageTexts> = { en: english, es: spanish, ru: russian }

export const speak = (language: Language): Translate => speakFrom(manageTexts, language)
