/** Every mutant of the contracts: each breaks one rule on purpose. */
import { controlMutants } from './contracts-control-mutants.ts'
import { depositMutants } from './contracts-deposit-mutants.ts'
import { mutant, type Mutant } from './contracts-mutant.ts'

const schedule: Mutant[] = [
  mutant('nothing before it is due', 'Schedule', 'if (time < due)', 'if (time + 1 < due)'),
  mutant('due in its very second', 'Schedule', 'if (time < due)', 'if (time <= due)'),
  mutant(
    'no more charges than agreed',
    'Schedule',
    'if (charged >= terms.maxPeriods())',
    'if (charged > terms.maxPeriods())',
  ),
  mutant('the start counts', 'Schedule', 'due = terms.start();\n            uint256', 'uint256'),
  mutant(
    'a draft has a last day',
    'Schedule',
    'if (time > activateUntil) revert SubscriptionErrors.DraftExpired(uint40(activateUntil));',
    '',
  ),
  mutant(
    'a draft’s last day ends on its last second',
    'Schedule',
    'if (time > activateUntil)',
    'if (time >= activateUntil)',
  ),
  mutant('lapsed is dead', 'Schedule', 'if (time > deadline)', 'if (time > deadline + 1 days)'),
  mutant('grace to its last second', 'Schedule', 'if (time > deadline)', 'if (time >= deadline)'),
  mutant(
    'a first charge within the tolerance keeps the start',
    'Schedule',
    'if (time - due > toleranceOf(period))',
    'if (time - due >= toleranceOf(period))',
  ),
  mutant(
    'a late first charge begins the grid',
    'Schedule',
    'if (charged == 0) due = time;',
    'if (charged == 0) {}',
  ),
  mutant(
    'a late charge does not move the grid',
    'Schedule',
    'else requireAlive(state, terms, time);',
    'else { requireAlive(state, terms, time); due = time; }',
  ),
  mutant(
    'a late charge looks at the grace',
    'Schedule',
    'else requireAlive(state, terms, time);',
    '',
  ),
  mutant(
    'the first charge never lapses',
    'Schedule',
    'if (charged == 0) due = time;\n                else',
    'if (charged == 0) due = time;\n                ',
  ),
  mutant('no grace leaves the tolerance', 'Schedule', 'Math.max(', 'Math.min('),
  mutant(
    'the tolerance is at most a day',
    'Schedule',
    'TOLERANCE_MAX = 1 days',
    'TOLERANCE_MAX = 2 days',
  ),
  mutant(
    'the tolerance is a quarter',
    'Schedule',
    'TOLERANCE_DIVISOR = 4',
    'TOLERANCE_DIVISOR = 3',
  ),
  mutant('a charge is counted', 'Schedule', 'charged + 1', 'charged'),
]

const token: Mutant[] = [
  mutant('false is a failure', 'TokenPull', 'eq(mload(0), 1)', 'lt(mload(0), 2)'),
  mutant('silence needs code', 'TokenPull', ' && token.code.length != 0', ''),
  mutant('silence needs success', 'TokenPull', 'succeeded && answerBytes', 'answerBytes'),
  mutant('silence is nothing at all', 'TokenPull', ' && answerBytes == 0', ''),
  mutant(
    'an answer is 32 bytes',
    'TokenPull',
    'and(gt(answerBytes, 31), eq(mload(0), 1))',
    'eq(byte(0, mload(0)), 1)',
  ),
]

const factory: Mutant[] = [
  mutant('a starved batch stops', 'Batch', 'callGas * 64 / 63 + GAS_AROUND_CALL', 'callGas / 8'),
  mutant('the 64th part is kept back', 'Batch', 'callGas * 64 / 63 + GAS_AROUND_CALL', 'callGas'),
  mutant('an item has a gas cap', 'SubscriptionFactory', 'call(GAS_PER_CHARGE,', 'call(gas(),'),
  mutant(
    'an activation has a gas cap',
    'SubscriptionFactory',
    'this.activate{gas: GAS_PER_ACTIVATION}',
    'this.activate',
  ),
  mutant('a revert is no success', 'SubscriptionFactory', 'mul(answer, succeeded)', 'answer'),
  mutant('silence is no success', 'SubscriptionFactory', 'mstore(32, 0)', 'mstore(32, 1)'),
  mutant(
    'a reason is never zero',
    'Batch',
    'selector == 0 ? NoAnswer.selector : selector',
    'selector',
  ),
  mutant(
    'the address commits to the chain',
    'SubscriptionFactory',
    'abi.encode(block.chainid, id)',
    'abi.encode(id)',
  ),
  mutant(
    'the address commits to the id',
    'SubscriptionFactory',
    'abi.encode(block.chainid, id)',
    'abi.encode(block.chainid)',
  ),
  mutant(
    'deploying again is harmless',
    'SubscriptionFactory',
    'if (subscription.code.length == 0) {',
    '{',
  ),
  mutant('terms are validated', 'SubscriptionFactory', 'TermsRules.requireValid(terms);', ''),
  mutant(
    'cancelling is for the caller',
    'SubscriptionFactory',
    'cancelFor(msg.sender)',
    'cancelFor(terms.payer)',
  ),
  mutant(
    'reporters speak for themselves',
    'SubscriptionFactory',
    'emit Cancelled(msg.sender, by)',
    'emit Cancelled(by, by)',
  ),
  mutant(
    'what was not tried is no success',
    'SubscriptionFactory',
    'reasons[i] = NotTried.selector;\n            if (_hasGasFor(GAS_PER_CHARGE))',
    'if (_hasGasFor(GAS_PER_CHARGE))',
  ),
]

const layout: Mutant[] = [
  mutant('the operator is not the payer', 'PackedTerms', 'OPERATOR_AT = 60', 'OPERATOR_AT = 40'),
  mutant('grace has its own bytes', 'PackedTerms', 'GRACE_DAYS_AT = 105', 'GRACE_DAYS_AT = 103'),
  mutant(
    'the last day of a draft is the last term',
    'PackedTerms',
    'ACTIVATE_UNTIL_AT = 107',
    'ACTIVATE_UNTIL_AT = 106',
  ),
  mutant(
    'a freeze keeps the counter',
    'SubscriptionState',
    'running(nextDue(self), charged(self))',
    'running(nextDue(self), 1)',
  ),
  mutant(
    'time left has its own bits',
    'SubscriptionState',
    'TIME_LEFT_AT = 104',
    'TIME_LEFT_AT = 96',
  ),
  mutant(
    'the operator’s deadline has its own bits',
    'SubscriptionState',
    'OPERATOR_UNTIL_AT = 56',
    'OPERATOR_UNTIL_AT = 48',
  ),
  mutant(
    'the operator’s unfreeze keeps the counter',
    'SubscriptionState',
    'running(due, charged(self))',
    'running(due, 1)',
  ),
  mutant('a merchant is not the payer', 'TermsRules', ' || terms.merchant == terms.payer', ''),
  mutant(
    'a period is at most a year',
    'TermsRules',
    'PERIOD_DAYS_MAX = 365',
    'PERIOD_DAYS_MAX = 366',
  ),
  mutant(
    'a grace is shorter than the period',
    'TermsRules',
    'terms.graceDays >= terms.periodDays',
    'terms.graceDays > terms.periodDays',
  ),
  mutant(
    'a draft can be activated at its start',
    'TermsRules',
    'terms.activateUntil < terms.start ||',
    'terms.activateUntil <= terms.start ||',
  ),
  mutant(
    'a draft does not end before its start',
    'TermsRules',
    'terms.activateUntil < terms.start || ',
    '',
  ),
  mutant(
    'a draft ends within a year of its start',
    'TermsRules',
    'ACTIVATION_SECONDS_MAX = 365 days',
    'ACTIVATION_SECONDS_MAX = 366 days',
  ),
]

export const mutants: readonly Mutant[] = [
  ...schedule,
  ...controlMutants,
  ...token,
  ...factory,
  ...layout,
  ...depositMutants,
]
