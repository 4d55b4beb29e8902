/** The sentences of the shared parts. A page adds its own to them. */
import type { Catalogues } from '../translate.ts'
import { english } from './english.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

export type SharedTexts = typeof english

export const sharedTexts: Catalogues<SharedTexts> = { en: english, es: spanish, ru: russian }
