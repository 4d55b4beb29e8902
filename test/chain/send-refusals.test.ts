import { expect, test } from 'vitest'
import { classifySendRefusal } from '../../src/chain/chain-errors.ts'

test.each([
  ['already known', 'known'],
  ['AlreadyKnown', 'known'],
  ['transaction already imported', 'known'],
  ['nonce too low: next nonce 5, tx nonce 4', 'nonceUsed'],
  ['OldNonce, Current nonce: 5, nonce of rejected tx: 4', 'nonceUsed'],
  ['replacement transaction underpriced', 'underpriced'],
  ['transaction underpriced: tip needed 1, tip permitted 0', 'underpriced'],
  ['max fee per gas less than block base fee: address 0x…, maxFeePerGas: 1', 'underpriced'],
  ['FeeTooLow, MaxFeePerGas too low', 'underpriced'],
  ['insufficient funds for gas * price + value: balance 1, tx cost 2', 'unfunded'],
  ['Insufficient funds for gas * price + value', 'unfunded'],
  ['InsufficientFunds, Account balance: 1, cumulative cost: 2', 'unfunded'],
  ['intrinsic gas too low: gas 100, minimum needed 21000', 'gasTooLow'],
  ['transaction type not supported', 'invalid'],
  ['exceeds block gas limit', 'invalid'],
  ['invalid chain id for signer: have 1 want 5', 'invalid'],
  ['txpool is full', 'unclear'],
  ['internal error', 'unclear'],
])('a refusal of sent bytes, "%s", means %s', (text, refusal) => {
  expect(classifySendRefusal(new Error(text))).toBe(refusal)
})
