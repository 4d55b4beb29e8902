/** The story of a transaction on the chain. */
import { formatGwei } from 'viem'
import type { TransactionContext } from '../../../machines/transaction/transaction.context.ts'
import { sendingReasons } from '../reasons/sending-reasons.ts'
import { says } from './says.ts'
import { plural, short, type Story } from './story.ts'

const because = (reason: string) => says(sendingReasons, reason)

const purposes: Record<TransactionContext['purpose'], string> = {
  activate: 'make a first charge',
  charge: 'make charges',
  freeze: 'pause a contract',
  unfreeze: 'resume a contract',
  cancel: 'cancel a contract',
  deploy: 'deploy a contract',
  sweep: 'move deposits on',
  permit: 'send a permit of a payer',
}

export const transactionStory: Story<'transaction'> = {
  begins: ({ context }) =>
    `The service put it together to ${purposes[context.purpose]}: ${plural(context.items.length, 'item')}, paid for by the gas wallet ${short(context.wallet)} on ${context.blockchain}.`,
  events: {
    'transaction.signed': ({ event, before }) =>
      `${before?.snapshot.context.hashes.length ? 'It was signed again' : 'It was signed'} with nonce ${event.nonce}, offering ${formatGwei(BigInt(event.maxFeePerGas))} gwei for a unit of gas: ${short(event.hash)}.`,
    'transaction.sent': ({ event }) => `A node took it, at block ${event.blockNumber}.`,
    'transaction.unfunded': ({ event }) =>
      `It could not be sent: ${because(event.reason ?? 'GasWalletEmpty')}.`,
    'transaction.stuck': ({ event }) =>
      `It was not in a block by block ${event.blockNumber}: it is sent again, and offers more for gas.`,
    'transaction.mined': ({ event }) =>
      `Block ${event.blockNumber} has it; it used ${event.gasUsed} gas. It counts once that block is final.`,
    'transaction.reorged': () =>
      'A reorganisation took its block back: it waits to get into another one.',
    'transaction.finalized': ({ event }) =>
      event.success
        ? `Its block is final: it succeeded. ${outcomesOf(event.outcomes)}`
        : 'Its block is final: the chain ran it without effect.',
    'transaction.refused': ({ event }) =>
      `It was given up: ${because(event.reason)}. That was told to everything it carried.`,
  },
  timers: {
    untilSentAgain: () => 'It is sent once more.',
  },
}

function outcomesOf(outcomes: readonly { outcome: string }[]): string {
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length
  return `${done} of ${plural(outcomes.length, 'item')} came about.`
}
