/**
 * Mutants of the rules about control: who may charge, freeze, unfreeze and cancel a subscription.
 */
import { mutant, type Mutant } from './contracts-mutant.ts'

export const controlMutants: readonly Mutant[] = [
  mutant(
    'only the factory',
    'Subscription',
    'if (msg.sender != factory) revert',
    'if (false) revert',
  ),
  mutant(
    'stopped is not charged',
    'Subscription',
    'if (!state_.isRunning()) _refuseStopped(state_);',
    '',
  ),
  mutant(
    'effects before interaction',
    'Subscription',
    '        _state = next;\n        TokenPull.pull(terms_.token(), terms_.payer(), terms_.merchant(), terms_.amount());',
    '        TokenPull.pull(terms_.token(), terms_.payer(), terms_.merchant(), terms_.amount());\n        _state = next;',
  ),
  mutant(
    'from payer to merchant',
    'Subscription',
    'terms_.payer(), terms_.merchant(), terms_.amount()',
    'terms_.payer(), terms_.operator(), terms_.amount()',
  ),
  mutant(
    'the operator cannot lift the payer’s freeze',
    'Subscription',
    '(msg.sender == terms_.operator() && !state_.isFrozenByPayer())',
    '(msg.sender == terms_.operator())',
  ),
  mutant(
    'the operator lifts its own freeze',
    'Subscription',
    '(msg.sender == terms_.operator() && !state_.isFrozenByPayer())',
    '(false)',
  ),
  mutant(
    'the operator’s freeze does not outlive the grace',
    'Subscription',
    'if (block.timestamp > until) revert FreezeOutlivedGrace(uint40(until));',
    '',
  ),
  mutant(
    'the operator may undo its freeze to the last second',
    'Subscription',
    'if (block.timestamp > until)',
    'if (block.timestamp >= until)',
  ),
  mutant(
    'the operator’s freezes share one deadline',
    'Subscription',
    'if (until == 0) until =',
    'until =',
  ),
  mutant(
    'the operator’s unfreeze leaves its deadline',
    'Subscription',
    '_state = state_.asUnfrozenByOperator(due);',
    '_state = running(due, uint256(state_.charged()));',
  ),
  mutant(
    'the payer’s unfreeze takes the operator’s deadline away',
    'Subscription',
    '_state = running(due, state_.charged());',
    '_state = state_.asUnfrozenByOperator(due);',
  ),
  mutant(
    'the payer’s freeze takes the operator’s deadline away',
    'Subscription',
    '_freeze(state_, terms_, FROZEN_BY_PAYER, 0)',
    '_freeze(state_, terms_, FROZEN_BY_PAYER, state_.operatorUntil())',
  ),
  mutant(
    'a freeze says until when the operator may undo it',
    'Subscription',
    'reportFrozen(msg.sender, uint40(until))',
    'reportFrozen(msg.sender, 0)',
  ),
  mutant(
    'the operator cannot take over a freeze',
    'Subscription',
    'if (state_.isFrozen()) revert IsFrozen(state_.flags());',
    '',
  ),
  mutant(
    'the payer’s freeze is not repeated',
    'Subscription',
    'if (state_.isFrozenByPayer()) revert IsFrozen(state_.flags());',
    '',
  ),
  mutant(
    'a freeze needs a first charge',
    'Subscription',
    'if (state_.charged() == 0) revert NeverCharged();',
    '',
  ),
  mutant('complete is not frozen', 'Subscription', 'state_.requireChargesLeft(terms_);', ''),
  mutant(
    'lapsed is not frozen',
    'Subscription',
    'state_.requireAlive(terms_, block.timestamp);',
    '',
  ),
  mutant(
    'a freeze that is taken over keeps its time',
    'Subscription',
    'if (!state_.isFrozen()) {\n            if',
    '{\n            if',
  ),
  mutant(
    'unfreezing keeps the time left',
    'Subscription',
    'block.timestamp - state_.frozenAt() + state_.nextDue()',
    'block.timestamp',
  ),
  mutant(
    'unfreezing gives no new grace',
    'Subscription',
    'SubscriptionReports(factory).reportUnfrozen',
    'if (due < block.timestamp) _state = running(due = block.timestamp, state_.charged());\n        SubscriptionReports(factory).reportUnfrozen',
  ),
  mutant(
    'the time left stands still while frozen',
    'Subscription',
    'state_.isFrozen() ? state_.frozenAt() : block.timestamp',
    'block.timestamp',
  ),
  mutant(
    'unfreezing keeps the counter',
    'Subscription',
    'running(due, state_.charged())',
    'running(due, 1)',
  ),
  mutant(
    'cancelled is not unfrozen',
    'Subscription',
    'if (state_.isCancelled()) revert IsCancelled();\n        if (!state_.isFrozen())',
    'if (!state_.isFrozen())',
  ),
  mutant(
    'cancelled is not frozen',
    'Subscription',
    'if (state_.isCancelled()) revert IsCancelled();\n        if (msg.sender',
    'if (msg.sender',
  ),
  mutant('the merchant may cancel', 'Subscription', 'by == terms_.merchant() || ', ''),
  mutant('strangers cannot cancel', 'Subscription', 'if (!mayCancel) revert NotAllowed(by);', ''),
]
