/** Loads what the manage page says in one language, so that a payer loads no other. */
import type { CatalogueLoaders } from '../translate.ts'
import type { ManageTexts } from './manage-texts.ts'

export const loadManageTexts: CatalogueLoaders<ManageTexts> = {
  en: () => import('./manage-english.ts'),
  es: () => import('./manage-spanish.ts'),
  ru: () => import('./manage-russian.ts'),
}
