/** The calls that the pages send to tokens, subscriptions and their factory. */
import type { Address, Hex } from 'viem'
import type { SubscriptionTerms } from './terms.ts'
import { addressWord, callOf, numberWord } from './words.ts'

export const allowanceCall = (owner: Address, spender: Address): Hex =>
  callOf('0xdd62ed3e', addressWord(owner), addressWord(spender))
export const balanceCall = (owner: Address): Hex => callOf('0x70a08231', addressWord(owner))
export const approveCall = (spender: Address, baseUnits: bigint): Hex =>
  callOf('0x095ea7b3', addressWord(spender), numberWord(baseUnits))
export const transferFromCall = (from: Address, to: Address, baseUnits: bigint): Hex =>
  callOf('0x23b872dd', addressWord(from), addressWord(to), numberWord(baseUnits))
export const decimalsCall: Hex = '0x313ce567'

export const noncesCall = (owner: Address): Hex => callOf('0x7ecebe00', addressWord(owner))
export const domainSeparatorCall: Hex = '0x3644e515'
export const nameCall: Hex = '0x06fdde03'
export const versionCall: Hex = '0x54fd4d50'
export const eip712DomainCall: Hex = '0x84b0196e'

export const stateCall: Hex = '0xc19d93fb'
export const secondsLeftCall: Hex = '0x86a83735'
export const freezeCall: Hex = '0x62a5af3b'
export const unfreezeCall: Hex = '0x6a28f000'
export const cancelCall: Hex = '0xea8a1af0'

/** The factory's `predict(terms, id)`. */
export const predictCall = (terms: SubscriptionTerms): Hex =>
  callOf('0x803c813f', ...termsWords(terms), terms.id)
/** The factory's `cancel(terms, id)`, for a contract that is not deployed yet. */
export const cancelUndeployedCall = (terms: SubscriptionTerms): Hex =>
  callOf('0xce375e80', ...termsWords(terms), terms.id)

const oneItem = numberWord(1)

/** The factory's `previewMany` of one contract. */
export const previewCall = (contractAddress: Address): Hex =>
  callOf('0x2a7cea39', numberWord(32), oneItem, addressWord(contractAddress))

const termsBytes = 10 * 32

/** The factory's `previewActivateMany` of one contract that is not deployed yet. */
export const previewActivateCall = (terms: SubscriptionTerms): Hex =>
  callOf(
    '0xaece8fd2',
    numberWord(64),
    numberWord(64 + 32 + termsBytes),
    oneItem,
    ...termsWords(terms),
    oneItem,
    terms.id,
  )

const termsWords = (terms: SubscriptionTerms): Hex[] => [
  addressWord(terms.token),
  addressWord(terms.merchant),
  addressWord(terms.payer),
  addressWord(terms.operator),
  numberWord(BigInt(terms.amount)),
  numberWord(terms.start),
  numberWord(terms.periodDays),
  numberWord(terms.maxPeriods),
  numberWord(terms.graceDays),
  numberWord(terms.activateUntil),
]
