/** Faults of what is sent to a chain, and of what is told while that waits. */
import type { Saboteur } from './saboteur.ts'

const heldBack = 'test/chain/held-back.test.ts'
const claims = 'test/chain/lane-claims.test.ts'
const leases = 'test/chain/lane-leases.test.ts'
const signing = 'test/chain/signing.test.ts'
const chargeTold = 'a charge that waits for gas is told of once, and once that it goes on'
const firstReasonAgain =
  'a charge and its subscription hear of another reason, and of the first one again'

export const ofSending: Saboteur[] = [
  {
    fault: 'what was sent with a nonce that somebody else has used is waited for without end',
    file: 'src/watching/transactions/receipts.ts',
    before: 'return nonce <= mined',
    after: 'return nonce === mined',
    test: {
      file: 'test/chain/nonce-lanes.test.ts',
      title:
        'what was sent with a nonce that somebody else has used is given up, and the lane goes on',
    },
  },
  {
    fault: 'what a node dropped is not sent again before its lane is checked',
    file: 'src/watching/transactions/lane-checks.ts',
    before: '    if (held < next) await sendAgain(',
    after: '    if (held < 0) await sendAgain(',
    test: {
      file: 'proof/chain/outages.test.ts',
      title:
        'a transaction that the node dropped is sent again after the next block, at the same fee',
    },
  },
  {
    fault: 'more of a lane is claimed than its wallet has room for',
    file: 'src/sending/claims.ts',
    before: 'or gas_before < $6',
    after: 'or gas_before >= 0',
    test: {
      file: claims,
      title: 'as many charges are claimed as their gas has room for, those that were due first',
    },
  },
  {
    fault: 'everything in a closed lane is tried, however much waits',
    file: 'src/sending/lane-claims.ts',
    before: 'roomsFor(() => tries)',
    after: 'roomsFor(() => tries * claimedMax)',
    test: {
      file: claims,
      title:
        'in a closed lane what does not know the reason is claimed at once, and of the rest one in a while',
    },
  },
  {
    fault: 'whatever waits is told why with every try',
    file: 'src/sending/hold-back.ts',
    before: '    .filter(({ row }) => known.get(row.entityId)?.reason !== reason)\n',
    after: '',
    test: { file: heldBack, title: chargeTold },
  },
  {
    fault: 'what waits for its first reason again does not hear of it',
    file: 'src/sending/hold-back.ts',
    before: 'known.get(row.entityId)?.revision ?? 0',
    after: '0',
    test: { file: heldBack, title: firstReasonAgain },
  },
  {
    fault: 'a subscription keeps the reason that its charge waited for first',
    file: 'machines/charge/charge.machine.ts',
    before: `    'charge.heldBack': {
      actions: [
        { type: 'recordReason', params: eventOf<Why> },
        { type: 'reportHeldBack', params: eventOf<Why> },
      ],
    },
`,
    after: `    'charge.heldBack': { actions: { type: 'recordReason', params: eventOf<Why> } },
`,
    test: { file: heldBack, title: firstReasonAgain },
  },
  {
    fault: 'a merchant does not hear why the money of a payment waits',
    file: 'src/actors/new-merchant-events.ts',
    before: "  'sweepReason',\n",
    after: '',
    test: {
      file: heldBack,
      title: 'a sweep that waits for gas is told of once, and once that it goes on',
    },
  },
  {
    fault: 'work whose lease has run out is written all the same',
    file: 'src/sending/finish-requests.ts',
    before: 'if (performance.now() > leaseEndsAt - commitMarginMs)',
    after: 'if (performance.now() > leaseEndsAt * 1e6)',
    test: {
      file: 'test/turns/outbox-leases.test.ts',
      title: 'what was done under a lease that is about to end is not written, and is done again',
    },
  },
  {
    fault: 'what fails is tried every half a second for ever',
    file: 'src/shared/retry.ts',
    before: 'baseMs * 2 ** Math.min(attempt - 1, 30)',
    after: 'baseMs',
    test: {
      file: 'proof/chain/strange-requests.test.ts',
      title: 'what fails again and again is tried later and later',
    },
  },
  {
    fault: 'two transactions of a wallet have one nonce',
    file: 'src/chain/lanes/nonce-lanes.ts',
    before: 'await setNextNonce(client, lane, nonce + 1)',
    after: 'await setNextNonce(client, lane, nonce)',
    test: {
      file: signing,
      title: 'many signers at once leave no nonce out and give none twice',
    },
  },
  {
    fault: 'a transaction that was signed once is signed again with another nonce',
    file: 'src/sending/signer.ts',
    before: 'const signed = stored ?? (await',
    after: 'const signed = (stored && null) ?? (await',
    test: {
      file: signing,
      title:
        'a signer that died before it could send finds its bytes and reports the same again (P3)',
    },
  },
  {
    fault: 'a replacement offers too little for nodes to take it',
    file: 'src/chain/gas/fees.ts',
    before: 'const bumpNumerator = 9n',
    after: 'const bumpNumerator = 8n',
    test: {
      file: 'test/chain/fees.test.ts',
      title: 'a replacement offers at least 12.5 % more of both, and what the market asks now',
    },
  },
  {
    fault: 'a transaction of sweeps runs out of gas',
    file: 'src/chain/gas/gas-limits.ts',
    before: 'transactionGas + BigInt(count) * sweepGas + headroom(gasCeilings.sweep)',
    after: 'transactionGas + BigInt(count) * sweepGas',
    test: {
      file: 'test/chain/sweep-limits.test.ts',
      title: 'the gas limit is enough to sweep all of %i deposits',
    },
  },
  {
    fault: 'one node alone decides that a charge would fail',
    file: 'src/chain/agreement/find-agreed.ts',
    before: 'return most.length >= needed && most.length > next.length ? most[0] : undefined',
    after: 'return most.length + next.length > 0 ? most[0] : undefined',
    test: {
      file: 'proof/chain/preview-lies.test.ts',
      title:
        'nodes refuse for different reasons: nobody fails, and the merchant reads why it waits',
    },
  },
  {
    fault: 'a pause that waits for a block fails the charge that is due',
    file: 'src/sending/requests/node-verdicts.ts',
    before: "return refusal === 'Paused' || refusal === 'Cancelled' ? 'Stopped' : refusal",
    after: "return refusal === 'Cancelled' ? 'Stopped' : (refusal as NodeVerdict)",
    test: {
      file: 'test/chain/charging.test.ts',
      title: 'a pause by the payer that waits for a block is no failure of the charge that is due',
    },
  },
  {
    fault: 'what cannot be put off while the database is away waits until its lease has ended',
    file: 'src/sending/finish-requests.ts',
    before: 'performance.now() + insistEveryMs > work.leaseEndsAt) throw error',
    after: 'performance.now() + insistEveryMs > 0) throw error',
    test: {
      file: 'proof/chain/strange-requests.test.ts',
      title:
        'what cannot be put off while the database refuses is put off soon after, and not when its lease has ended: %s',
    },
  },
  {
    fault: 'the lease of what is worked on for long is not extended',
    file: 'src/sending/lane-leases.ts',
    before: 'if (!(await extendLease(database, work))) return',
    after: 'if (database) return',
    test: {
      file: leases,
      title: 'what is worked on for long is claimed by nobody else meanwhile',
    },
  },
  {
    fault: 'what is put off is due again as soon as the lease of what is still worked on ends',
    file: 'src/sending/lane-leases.ts',
    before: 'where id = row_id and available_at = leased_until',
    after: 'where id = row_id',
    test: {
      file: leases,
      title: 'of what is done, put off or worked on, only the last has its lease extended',
    },
  },
  {
    fault: 'a lease that has ended is extended',
    file: 'src/sending/lane-leases.ts',
    before: 'where leased_until > now())',
    after: 'where true)',
    test: {
      file: leases,
      title:
        'a lease that has ended is not extended, whether somebody else has claimed the request or not',
    },
  },
  {
    fault: 'what a killed process had claimed waits for 15 s',
    file: 'src/sending/lane-leases.ts',
    before: 'leaseMs = 9_000',
    after: 'leaseMs = 15_000',
    test: {
      file: leases,
      title: 'what a process had claimed when it was killed is tried by another within 10 s (P8)',
    },
  },
]
