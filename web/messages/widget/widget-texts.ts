/** Every sentence of the widget, in its languages: for the service, which speaks all of them. */
import { type Catalogues, type Language, speakFrom, type TranslateOf } from '../translate.ts'
import { texts as english } from './widget-english.ts'
import { texts as russian } from './widget-russian.ts'
import { texts as spanish } from './widget-spanish.ts'

export type WidgetTexts = typeof english
export type Translate = TranslateOf<WidgetTexts>

export const widgetTexts: Catalogues<WidgetTexts> = { en: english, es: spanish, ru: russian }

export const speak = (language: Language): Translate => speakFrom(widgetTexts, language)
