import type { CheckoutTexts } from '../messages/checkout/checkout-texts.ts'
import { useSpeechOf } from '../parts/speech.ts'

/** The language of the checkout page, for its own parts. */
export const useSpeech = useSpeechOf<CheckoutTexts>
