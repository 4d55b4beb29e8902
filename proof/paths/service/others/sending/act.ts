/** Describes what may be done from outside to permits and to the transactions of the gas wallet. */
/** `allowed`: the payer has allowed the same already. `forOtherChain`: for the one that the node has become. */
export type HandedIn = 'good' | 'signedByStranger' | 'withUsedNonce' | 'allowed' | 'forOtherChain'

/** Acts of the merchant and the payer, and of time. */
export type PartyAct =
  | { type: 'subscribe' }
  | { type: 'handIn'; permit: HandedIn }
  /** It waits for gas, and is tried again two seconds later; its deadline passes before. */
  | { type: 'handInTooLate' }
  /** Time passes until it is too late to send a permit. */
  | { type: 'nearDeadline' }
  /** Time passes until an hour after it, when no block with the permit is waited for any more. */
  | { type: 'passFinality' }
  /** A payment gets a token that nobody asked for, whose sweep the merchant can order. */
  | { type: 'payOther' }
  | { type: 'orderSweep' }
  | { type: 'createPayment' }
  /** All that a payment asks for is sent. */
  | { type: 'pay' }
  | { type: 'wait'; seconds: number }

/** Acts upon the node of the chain, and upon what the gas wallet holds there. */
export type ChainAct =
  | { type: 'emptyGas' }
  | { type: 'fillGas' }
  /** No block is made any more but by the acts below. */
  | { type: 'hold' }
  | { type: 'mine'; blocks?: number }
  /** A reorganisation takes back the newest block, which holds the transaction. */
  | { type: 'takeBack' }
  /** A block more is made, and a reorganisation moves the transaction there. */
  | { type: 'moveToNextBlock' }
  /** The block is made in which the chain reverts the transaction that waits for it. */
  | { type: 'mineReverting' }
  /** The node forgets the transaction, and makes blocks without it. */
  | { type: 'forget' }
  /** Somebody else who has the gas wallet's key uses the transaction's nonce, and blocks are made. */
  | { type: 'useNonce' }
  /** The node is of another chain from now on, and refuses all transactions; or it takes them again. */
  | { type: 'refuse' }
  | { type: 'takeAgain' }
  /** The chain asks for more than what was offered, in a block that is made. */
  | { type: 'raiseFees' }
  /** Time passes until the transaction waits for a block, which the watcher sends again by itself. */
  | { type: 'waitUntilPooled' }

export type SendingAct = PartyAct | ChainAct
