/** Scenarios to begin with. */
import { type Draft, type HappeningDraft, usualRetryHours } from './draft.ts'

type Example = { title: string; happenings: HappeningDraft[] }

export const examples: Example[] = [
  {
    title: 'Wallet empty from day 29 to 34',
    happenings: [{ what: 'walletEmpty', fromDay: '29', toDay: '34' }],
  },
  {
    title: 'Allowance lowered below one charge',
    happenings: [{ what: 'allowanceSet', onDay: '20', to: '5' }],
  },
  {
    title: 'RPC away for two hours',
    happenings: [{ what: 'rpcAway', fromDay: '29.96', toDay: '30.04' }],
  },
  {
    title: 'Fees above the limit for a day',
    happenings: [{ what: 'feesAboveLimit', fromDay: '29.5', toDay: '30.5' }],
  },
  {
    title: 'A pause in the paid time',
    happenings: [
      { what: 'command', onDay: '10', command: 'pause', by: 'payer', untilDay: '' },
      { what: 'command', onDay: '24', command: 'unpause', by: 'payer', untilDay: '' },
    ],
  },
  {
    title: 'Money never comes back',
    happenings: [{ what: 'balanceSet', onDay: '29', to: '0' }],
  },
  { title: 'All goes well', happenings: [] },
]

export const firstDraft = (today: string): Draft => ({
  beginsOn: today,
  plan: { amount: '12', periodDays: '30', maxPeriods: '12', startsOnDay: '0' },
  payer: { balance: '200', allowance: '144' },
  days: '75',
  happenings: examples[0]!.happenings,
  policies: [
    { retryHours: usualRetryHours, graceDays: '6' },
    { retryHours: '0, 72', graceDays: '3' },
  ],
})

type Field = {
  name: string
  label: string
  /** Names what can be chosen; left out, it is typed. */
  choices?: Record<string, string>
}

const day: Field[] = [{ name: 'onDay', label: 'on day' }]
const span: Field[] = [
  { name: 'fromDay', label: 'from day' },
  { name: 'toDay', label: 'to day' },
]
const tokens: Field = { name: 'to', label: 'USDC' }

/** Everything that may happen: its words, its fields, and what stands in them at first. */
export const happeningKinds: Record<
  string,
  { words: string; fields: Field[]; first: Record<string, string> }
> = {
  walletEmpty: {
    words: 'The wallet is empty',
    fields: span,
    first: { fromDay: '29', toDay: '34' },
  },
  balanceSet: {
    words: 'The payer has, from then on,',
    fields: [...day, tokens],
    first: { onDay: '29', to: '0' },
  },
  allowanceSet: {
    words: 'The payer sets the allowance to',
    fields: [...day, tokens],
    first: { onDay: '20', to: '5' },
  },
  rpcAway: { words: 'No node answers', fields: span, first: { fromDay: '29.96', toDay: '30.04' } },
  feesAboveLimit: {
    words: 'Fees are above the limit',
    fields: span,
    first: { fromDay: '29.5', toDay: '30.5' },
  },
  gasWalletEmpty: {
    words: 'The gas wallet is empty',
    fields: span,
    first: { fromDay: '29.5', toDay: '31' },
  },
  command: {
    words: 'Somebody presses',
    fields: [
      {
        name: 'command',
        label: 'command',
        choices: {
          pause: 'Pause',
          unpause: 'Resume',
          cancel: 'Cancel',
          cancelAtPeriodEnd: 'Cancel at the end of the paid time',
          uncancel: 'Go on after all',
          activate: 'Activate',
        },
      },
      { name: 'by', label: 'who', choices: { payer: 'the payer', merchant: 'the merchant' } },
      ...day,
      { name: 'untilDay', label: 'pause until day' },
    ],
    first: { command: 'pause', by: 'payer', onDay: '10', untilDay: '' },
  },
  onChain: {
    words: 'The payer calls the contract',
    fields: [
      {
        name: 'call',
        label: 'call',
        choices: { freeze: 'freeze', unfreeze: 'unfreeze', cancel: 'cancel' },
      },
      ...day,
    ],
    first: { call: 'freeze', onDay: '10' },
  },
  strangerCharges: { words: 'A stranger charges', fields: day, first: { onDay: '30.5' } },
}
