import type { ManageTexts } from '../messages/manage/manage-texts.ts'
import { type Speech as SpeechOf, useSpeechOf } from '../parts/speech.ts'

export type Speech = SpeechOf<ManageTexts>

/** The language of the manage page, for its own parts. */
export const useSpeech = useSpeechOf<ManageTexts>
