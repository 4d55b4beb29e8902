/** Faults of the pages that payers trust with their money. */
import type { Saboteur } from './saboteur.ts'

const check = 'test/web/address-check.test.ts'
const expiry = 'test/web/expiry.test.ts'

export const ofPages: Saboteur[] = [
  {
    fault: 'a wallet is asked for another amount than the page shows',
    file: 'web/checkout/address-check.ts',
    before:
      'if (isNumber && formatAmount(dueBaseUnits, asset.decimals) === dueAmount.value) return null',
    after: 'if (isNumber) return null',
    test: { file: check, title: 'refuses %s base units for %s' },
  },
  {
    fault: 'the receiver of a payment changes under an open page',
    file: 'web/checkout/address-check.ts',
    before: 'const contracts = [depositAddress, factory, implementation, receiver, salt]',
    after: 'const contracts = [depositAddress, factory, implementation, salt]',
    test: { file: check, title: 'refuses a later view with another %s' },
  },
  {
    fault: 'the token of a payment changes under an open page',
    file: 'web/checkout/address-check.ts',
    before: 'blockchain.chainId, asset.address, asset.decimals, ...contracts',
    after: 'blockchain.chainId, asset.decimals, ...contracts',
    test: { file: check, title: 'refuses a later view with another %s' },
  },
  {
    fault: 'a payment at its very end is still offered',
    file: 'web/checkout/expiry.ts',
    before: "if (left <= 0) return { status: 'over' }",
    after: "if (left < 0) return { status: 'over' }",
    test: { file: expiry, title: 'is over at the moment of expiry, and ticks no more' },
  },
  {
    fault: 'the last minute is not urgent',
    file: 'web/checkout/expiry.ts',
    before: 'isUrgent: left <= urgentMs',
    after: 'isUrgent: left <= 0',
    test: {
      file: expiry,
      title: 'ticks by the second near the end, and is urgent in the last minute',
    },
  },
  {
    fault: 'the address of a payment is derived without its receiver',
    file: 'web/checkout/deposit-address.ts',
    before: 'keccak256(concatHex([pad(receiver, { size: 32 }), idHash]))',
    after: 'keccak256(concatHex([idHash]))',
    test: {
      file: 'test/web/deposit-address.test.ts',
      title: 'equals the address that the service derives, for every factory, merchant and payment',
    },
  },
  {
    fault: 'a salt may stand in for bytes of the id',
    file: 'web/checkout/deposit-address.ts',
    before: 'if (size(salt) !== saltBytes) throw',
    after: 'if (size(salt) > 99) throw',
    test: {
      file: 'test/web/deposit-address.test.ts',
      title: 'refuses a salt that could stand in for bytes of the id',
    },
  },
  {
    fault: 'a payer is led away from an overpaid payment before reading',
    file: 'web/checkout/return-plan.ts',
    before: "wasWatched && state === 'paid' &&",
    after: 'wasWatched &&',
    test: {
      file: 'test/web/return-plan.test.ts',
      title:
        'does not leave by itself from an overpaid payment, so that the payer can read about it',
    },
  },
  {
    fault: 'a receipt that is opened again leads away by itself',
    file: 'web/checkout/return-plan.ts',
    before: 'leavesByItself: wasWatched && ',
    after: 'leavesByItself: ',
    test: {
      file: 'test/web/return-plan.test.ts',
      title: 'does not leave by itself from a receipt that is opened again',
    },
  },
  {
    fault: 'a payer is led to any host',
    file: 'web/checkout/return-plan.ts',
    before: 'toAllowedTarget(wanted, view.returnHosts)',
    after: 'wanted',
    test: {
      file: 'test/web/return-plan.test.ts',
      title:
        'leads only to hosts that the merchant allows, where the merchant allows certain hosts only',
    },
  },
  {
    fault: 'a name may turn the direction of the page',
    file: 'web/input/item-name.ts',
    before: "replace(invisible, ' ')",
    after: "replace(/\\n/g, ' ')",
    test: {
      file: 'test/web/item-name.test.ts',
      title:
        'an item name can neither turn the direction of the page nor hold invisible characters',
    },
  },
  {
    fault: 'a way back without end is followed',
    file: 'web/input/safe-target.ts',
    before: 'text.length > targetCharactersMax',
    after: 'text.length > 1e9',
    test: { file: 'test/web/safe-target.test.ts', title: 'is not followed when it is too long' },
  },
  {
    fault: 'a page that waits for what it has sent says that its address is wrong',
    file: 'web/checkout/page-state.ts',
    before: "  if (isAwaited) return 'sent'\n  if (isBlocked) return 'blocked'\n",
    after: "  if (isBlocked) return 'blocked'\n  if (isAwaited) return 'sent'\n",
    test: {
      file: 'test/web/page-state.test.ts',
      title:
        'goes on to wait for what was sent, also where the address is found to be wrong after it',
    },
  },
]
