/** The sentences of the dashboard's frame and of the parts that its screens share. */
import { english as shared } from '../shared/english.ts'
import { speakIn } from '../translate.ts'

export const english = {
  ...shared,
  product: 'Mandate',
  opening: 'Opening the dashboard…',
  skip: 'Skip to the content',
  menu: 'Menu',
  networks: 'Network',
  testNetwork: 'Test network',
  mainNetwork: 'Main network',
  account: 'Account',
  logOut: 'Log out',
  logIn: 'Log in',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  newPasswordHint: 'At least 12 characters. A sentence is easier to remember than signs.',
  setPassword: 'Set the password',
  invitedTitle: 'Choose a password',
  invitedHint: 'This link sets the password of your account, once. Then you can log in.',
  passwordSet: 'The password is set. Log in with it.',
  loggingIn: 'Logging in…',
  loggedOut: 'Your session is over. Log in again; nothing is lost.',

  loading: 'Loading…',
  connectionLost: 'Connection lost. What you see may be some seconds old; trying again.',
  away: 'The service does not answer',
  awayHint:
    'Nothing is lost: payments and charges go on without this page. It tries again by itself.',
  retryNow: 'Try again now',
  notSent:
    'The service did not answer, so this may have been done or not. Look at the state above before you try again.',
  refused: 'The service says no',
  code: 'Code: {code}',
  request: 'Request:',
  notFound: 'There is no such page',
  notFoundHint: 'The address may be misspelled. The menu has everything there is.',
  broken: 'This part of the page failed',
  brokenHint:
    'Load the page again. If it fails again, tell those who run the service what you did.',
  reload: 'Load the page again',

  close: 'Close',
  cancel: 'Not now',
  working: 'Working…',
  done: 'Done',
  copied: 'Copied',
  pages: 'Pages',
  firstPage: 'First page',
  previousPage: 'Previous',
  nextPage: 'Next',
  range: '{from}–{to} of {total}',
  inAll: { one: '{count} in all', other: '{count} in all' },
  filters: 'Filters',
  any: 'Any',
  clearFilters: 'Clear filters',
  moreFilters: 'More filters',
  nothingHere: 'Nothing is left on this page',
  nothingHereHint: 'What stood here has gone, or no longer matches.',
  nothingMatches: 'Nothing matches these filters',
  nothingMatchesHint: 'Take one of them away, or look at the other network.',
} as const

export const say = speakIn<typeof english>(english, 'en')
