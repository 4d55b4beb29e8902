/** Why a relayed permit waits, or how it ended. */
import type { PermitContext } from '../../../machines/permit/permit.machine.ts'
import type { PermitReason } from '../../../machines/reasons.ts'
import { fact, type Value } from '../story/values.ts'
import type { Catalogue, Helper, ReasonWords } from './reason-words.ts'
import { type SendingFacts, sendingReasons } from './sending-reasons.ts'

export type PermitFacts = SendingFacts & { permit: PermitContext }

const permitOf = ({ permit }: PermitFacts): Value[] => [
  { name: 'payer', value: permit.payer },
  { name: 'allows, in base units', value: permit.value },
  { name: 'deadline', value: permit.deadline },
  { name: 'contract', value: permit.contractAddress },
  ...fact('sent', permit.sends || null),
]

const signAgain = 'The payer signs again.'
const approve = 'The payer approves by a transaction of the payer’s own wallet.'

const refused = (
  says: string,
  condition: string,
  change = approve,
  helper: Helper = 'payer',
): ReasonWords<PermitFacts> => ({ says, condition, values: permitOf, change, helper })

/** Its transaction came to nothing. */
const sentInVain = {
  change:
    'It is sent again by itself, three times at most; then the payer approves by a transaction of the payer’s own wallet.',
  helper: 'payer',
} as const

export const permitReasons: Catalogue<PermitReason, PermitFacts> = {
  ...sendingReasons,
  ChainReverted: { ...sendingReasons.ChainReverted, ...sentInVain },
  NonceUsed: { ...sendingReasons.NonceUsed, ...sentInVain },
  NotProcessed: { ...sendingReasons.NotProcessed, ...sentInVain },
  AlreadyAllowed: refused(
    'as much was allowed already, or somebody else had sent it',
    'Less is allowed than the permit says.',
    'Nothing has to be done: it counts as used, and cost no gas.',
    'nobody',
  ),
  PermitNonceUsed: refused(
    'another permit used its number, and another sum is allowed than it says',
    'The number of the permit is the next one of the payer and the token.',
    'The payer signs again, or goes on with what is allowed.',
  ),
  DeadlinePassed: refused(
    'its deadline came before a block took it',
    'A block takes it before its deadline.',
    signAgain,
  ),
  WrongDomain: refused(
    'it was signed for another version of the token, or for another chain',
    'It was signed for this token on this chain.',
  ),
  WrongSigner: refused(
    'the payer has not signed this sum, deadline, contract and number',
    'The signature is that of the payer.',
    'The payer signs again, with the account that pays.',
  ),
  PermitRefused: refused(
    'the token refuses it and does not say why, or takes none, or none of a contract wallet',
    'The token takes the permit when it is tried.',
  ),
  PermitWithoutEffect: refused(
    'the token takes the call and allows nothing by it',
    'What the permit says is allowed after the call.',
  ),
  WouldLowerAllowance: refused(
    'more is allowed already, and lowering it earns you nothing',
    'The permit allows more than is allowed now.',
  ),
  SubscriptionEnded: refused(
    'the subscription has ended, or all its charges are made',
    'The subscription may still charge.',
    'Nothing helps: the payer begins a new subscription.',
    'nobody',
  ),
  TooManyPermits: refused(
    'as many as may be were sent within a day for the subscription, the customer, the address of the payer, or you',
    'Fewer permits were sent within a day than may be.',
  ),
  RelayOff: refused(
    'you have switched the sending of permits off',
    'Sending permits is switched on for the chain.',
    'Switch it on in Money › Gas wallets, or the payer approves by a transaction.',
    'merchant',
  ),
  InsufficientBalance: refused(
    'the payer has less than the first charge, or than a later one that is due',
    'The wallet of the payer holds the first charge, or the later one that is due.',
    'The payer adds money; the permit waits for it until its deadline.',
  ),
  TokenPaused: refused(
    'the issuer of the token has paused all transfers',
    'The token can be moved.',
    'The issuer has to end the pause of the token.',
    'issuer',
  ),
  PayerBlocked: refused(
    'the issuer of the token blocks the payer',
    'The issuer does not block the payer.',
    'The issuer has to unblock the address.',
    'issuer',
  ),
  ReceiverBlocked: refused(
    'the issuer of the token blocks your receiver',
    'The issuer does not block your receiver.',
    'Talk to the issuer.',
    'issuer',
  ),
  ContractBlocked: refused(
    'the issuer of the token blocks the contract',
    'The issuer does not block the contract.',
    'Talk to the issuer.',
    'issuer',
  ),
}
