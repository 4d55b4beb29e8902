import type { WidgetTexts } from '../messages/widget/widget-texts.ts'
import { useSpeechOf } from '../parts/speech.ts'

/** The language of the widget, for its own parts. */
export const useSpeech = useSpeechOf<WidgetTexts>
