/** Holds the service's own words on a payer's page: its title, and what to do where scripts are off. */
import { speak as speakManage } from '../../../web/messages/manage/manage-texts.ts'
import { speak as speakWidget } from '../../../web/messages/widget/widget-texts.ts'
import { needsScripts, tooOld } from '../../../web/messages/too-old.ts'
import type { Language } from '../../../web/messages/translate.ts'

export type PayerPage = 'widget' | 'manage'

export function sayOnPage(
  page: PayerPage,
  language: Language,
): { title: string; opening: string; tooOld: string; needsScripts: string[] } {
  const say = page === 'widget' ? speakWidget(language) : speakManage(language)
  return {
    title: say('pageTitle'),
    opening: say('opening'),
    tooOld: tooOld[language],
    needsScripts: [needsScripts[language], say('leaveAlone')],
  }
}
