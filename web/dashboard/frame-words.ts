/** Texts about the frame and the parts that data chooses, or that stand at several places. */
import { english as shared } from '../messages/shared/english.ts'
import { speakIn } from '../messages/translate.ts'

export const english = {
  ...shared,

  away: 'The service does not answer',
  awayHint:
    'Nothing is lost: payments and charges go on without this page. It tries again by itself.',
  failing: 'The service could not answer',
  tooOften: 'The service was asked too often',
  refused: 'The service says no',

  firstPage: 'First page',
  previousPage: 'Previous',
  nextPage: 'Next',
  inAll: { one: '{count} in all', other: '{count} in all' },
  inAllOver: '{count}+ in all',
} as const

export const say = speakIn<typeof english>(english, 'en')
