/** The story of a payer's permit. */
import { permitReasons } from '../reasons/permit-reasons.ts'
import { says } from './says.ts'
import { short, type Story } from './story.ts'

const because = ({ event }: { event: { reason: string } }) => says(permitReasons, event.reason)

export const permitStory: Story<'permit'> = {
  begins: ({ context }) =>
    `The payer signed a permit for the contract ${short(context.contractAddress)}, which has to be sent by ${context.deadline}.`,
  events: {
    'permit.submitted': ({ event }) => `The transaction ${short(event.transactionId)} carries it.`,
    'permit.heldBack': (turn) => `It waits: ${because(turn)}.`,
    'permit.confirmed': () => 'Its transaction succeeded: what it says is allowed.',
    'permit.failed': (turn) =>
      `Its transaction came to nothing: ${because(turn)}. ` +
      (turn.after.status === 'Waiting' ? 'It is tried again.' : 'It is not tried again.'),
    'permit.used': (turn) => `It is not needed: ${because(turn)}.`,
    'permit.superseded': (turn) => `It cannot be used any more: ${because(turn)}.`,
    'permit.expired': (turn) => `It is too late for it: ${because(turn)}.`,
    'permit.refused': (turn) => `It was not sent: ${because(turn)}.`,
  },
  timers: {
    untilDeadline: () => 'Its deadline passed before the token took it.',
    untilFinalAtLatest: () => 'Its deadline passed, and no final block has it.',
  },
}
