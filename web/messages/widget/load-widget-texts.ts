/** Loads what the widget says in one language, so that a payer loads no other. */
import type { CatalogueLoaders } from '../translate.ts'
import type { WidgetTexts } from './widget-texts.ts'

export const loadWidgetTexts: CatalogueLoaders<WidgetTexts> = {
  en: () => import('./widget-english.ts'),
  es: () => import('./widget-spanish.ts'),
  ru: () => import('./widget-russian.ts'),
}
