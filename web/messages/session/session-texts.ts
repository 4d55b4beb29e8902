/** The sentences that every page has which a customer's token opens. */
import type { SharedTexts } from '../shared/shared-texts.ts'
import type { english } from './english.ts'

export type SessionTexts = SharedTexts & typeof english
