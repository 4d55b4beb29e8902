/** Faults of what is believed of a chain, of what is sent to it, and of the model of its contract. */
import type { Saboteur } from './saboteur.ts'

const depths = 'proof/chain/depths.test.ts'
const simulated = 'proof/flow/simulated.test.ts'
const silence = 'proof/chain/simulated-silence.test.ts'
const sameAsCompiled = {
  file: 'test/chain/contract-model.test.ts',
  title: 'whatever is called by whom and when, the model does what the compiled contract does',
}

export const ofChain: Saboteur[] = [
  {
    fault: 'a charge is credited although the nodes did not agree on it',
    file: 'src/watching/credit-store.ts',
    before: "where (status = 'Retracting') <> agreed and (",
    after: 'where (',
    test: {
      file: 'test/chain/reorg.test.ts',
      title:
        'a charge is not credited before it is deep enough, and a reorganisation until then is not reported',
    },
  },
  {
    fault: 'money counts a block too early',
    file: 'src/chain/finality.ts',
    before: 'headNumber - confirmations + 1',
    after: 'headNumber - confirmations + 2',
    test: { file: depths, title: 'a payment is seen at once, and confirmed three blocks deep' },
  },
  {
    fault: 'a charge counts a block too late',
    file: 'src/chain/finality.ts',
    before: 'return headNumber - confirmations + 1',
    after: 'return headNumber - confirmations',
    test: { file: depths, title: 'a charge is stored at once, and reported three blocks deep' },
  },
  {
    fault: 'an allowance that was taken back is called too small',
    file: 'src/chain/shortage.ts',
    before: "const isRevoked = isAllowanceRevoked || knownAllowance !== '0'",
    after: "const isRevoked = isAllowanceRevoked && knownAllowance === '1'",
    test: { file: simulated, title: 'the allowance is taken back, and given again' },
  },
  {
    fault: 'money that comes to a payer who is late is not noticed',
    file: 'src/watching/logs/own-logs.ts',
    before: 'paid)) this.paid.add(payer)',
    after: 'paid)) if (this.paid.size > 1) this.paid.add(payer)',
    test: { file: simulated, title: 'the wallet is empty from day 29 to 33' },
  },
  {
    fault: 'a charge that the merchant finds too dear is made all the same',
    file: 'src/sending/requests/charge-batches.ts',
    before:
      '  const [tooDear, worthIt] = partition(requests, (request) =>\n    isTooDear(request, work.chain, budget.limits, budget),\n  )',
    after:
      '  const [tooDear, worthIt] = partition(requests, (request) =>\n    isTooDear(request, work.chain, { ...budget.limits, weiPerCharge: null }, budget),\n  )',
    test: { file: simulated, title: 'fees are above the limit for a day' },
  },
  {
    fault: 'a charge does not report that it waits for silent nodes',
    file: 'src/sending/chain.relay.ts',
    before: 'const others = isSilent ? await this.#reportSilence(rows) : rows',
    after: 'const others = isSilent ? rows : rows',
    test: {
      file: silence,
      title: 'a charge waits for the nodes, and is made when they answer again',
    },
  },
  {
    fault: 'a subscription does not hear that its funds cannot be asked for',
    file: 'src/sending/requests/funds-requests.ts',
    before: ".filter(({ kind }) => kind === 'subscription')",
    after: ".filter(({ kind }) => kind === 'permit')",
    test: {
      file: 'proof/chain/outages.test.ts',
      title: 'an activation that cannot be checked shows why, and goes on when the chain is back',
    },
  },
  {
    fault: 'the model lets a charge be two days late without moving the grid',
    file: 'src/simulating/contract.ts',
    before: '(this.terms.periodDays * dayMs) / 4, dayMs',
    after: '(this.terms.periodDays * dayMs) / 4, 2 * dayMs',
    test: sameAsCompiled,
  },
  {
    fault: 'the model gives the operator a new deadline with every freeze',
    file: 'src/simulating/contract.ts',
    before: '(this.operatorUntilMs ?? this.#deadlineMs())',
    after: 'this.#deadlineMs()',
    test: sameAsCompiled,
  },
  {
    fault: 'money in the last second of a payment is late',
    file: 'src/watching/deposits/due-deposits.ts',
    before: 'block_time <= p.expires_at::timestamptz as in_time',
    after: 'block_time < p.expires_at::timestamptz as in_time',
    test: {
      file: 'test/chain/deposit-times.test.ts',
      title: 'money in the last second of a payment is in time',
    },
  },
  {
    fault: 'a transaction is final a block too early',
    file: 'src/chain/finality.ts',
    before: "if (finality === 'confirmations') return headNumber - confirmations + 1",
    after: "if (finality === 'confirmations') return headNumber - (confirmations - 1) + 1",
    test: { file: depths, title: 'a transaction is mined at once, and final three blocks deep' },
  },
  {
    fault: 'an event of a contract is reported before the one before it was taken',
    file: 'src/watching/credit-store.ts',
    before: 'rows.filter(({ isBlocked }) => !isBlocked)',
    after: 'rows.filter(({ isBlocked }) => isBlocked !== null)',
    test: {
      file: 'test/chain/order-of-events.test.ts',
      title: 'what comes next is reported once what came before it was taken',
    },
  },
  {
    fault: 'a node of another chain is believed',
    file: 'src/chain/clients.ts',
    before: "answer.status === 'fulfilled' && answer.value !== chainId",
    after: "answer.status === 'fulfilled' && answer.value === 0",
    test: {
      file: 'test/chain/deployments.test.ts',
      title: 'a node that serves another chain refuses to run',
    },
  },
  {
    fault: 'a deposit that a reorganisation removed stays seen',
    file: 'src/watching/rewind.ts',
    before: '      await retractDepositsAbove(client, chain.name, fork.number)\n',
    after: '',
    test: {
      file: 'test/chain/deposit-reorgs.test.ts',
      title: 'money that was only seen, and that a reorganisation removes, is taken back',
    },
  },
  {
    fault: 'a pause counts as done although the contract has not said so',
    file: 'src/watching/transactions/outcomes.ts',
    before: 'isControl(transaction) && !controlled',
    after: "transaction.purpose === 'cancel' && !controlled",
    test: {
      file: 'test/chain/controls.test.ts',
      title: 'a pause that reaches a contract which is gone is refused, and not waited for',
    },
  },
]
