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
]
