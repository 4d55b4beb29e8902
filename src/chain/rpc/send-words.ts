/**
 * Knows the words with which nodes refuse the bytes of a transaction: those of geth, Erigon, Nethermind,
 * Besu, reth, anvil, and of what was made from them. `test/chain/node-words.ts` lists them with where each
 * client has them. Words that are not known mean `unclear`, and something is tried against them as well.
 */

/**
 * Why a node did not take a transaction's bytes. `known`: it has them. `nonceUsed`: something
 * with this nonce was mined, perhaps this. `underpriced`: it offers less than the node takes.
 * `outbid`: the node holds another with this nonce that pays as much. `unfunded`: the wallet cannot pay.
 * `gasTooLow`: it asks for less gas than it needs. `invalid`: no node ever takes it. `tooDear`: it may cost
 * more than the node passes on. `notNow`: for what came before it, or the node's own state, whatever it
 * offers. `unclear`: anything else; it may offer too little.
 */
export type SendRefusal =
  | 'known'
  | 'nonceUsed'
  | 'underpriced'
  | 'outbid'
  | 'unfunded'
  | 'gasTooLow'
  | 'invalid'
  | 'tooDear'
  | 'notNow'
  | 'unclear'

/** The first that fits counts. */
const phrases: [SendRefusal, RegExp][] = [
  [
    'known',
    /\balready ?(known|imported|exists|in (the )?mempool)|\bknown transaction|existing (tx|txn|transaction) with same hash/i,
  ],
  [
    'nonceUsed',
    /nonce (is )?too (low|stale)|old ?nonce|nonce has already been used|nonce is lower than/i,
  ],
  [
    'tooDear',
    /exceeds the configured cap|fee cap exceeded|(?<!\bbase[ _]?)\bfees? (is )?too high|gas ?price (is )?too high/i,
  ],
  [
    'unfunded',
    /insufficient ?funds|insufficient balance|upfront cost|not enough balance|doesn'?t have enough funds/i,
  ],
  [
    'gasTooLow',
    /intrinsic ?gas(?! too high)|gas limit (is )?too low|not enough gas|call ?gas ?cost|insufficient gas for/i,
  ],
  [
    'outbid',
    /replacement ?transaction ?underpriced|replacement ?not ?allowed|replace existing|replacement penalty/i,
  ],
  [
    'underpriced',
    /underpriced|insufficient fees?\b|fee ?too ?low|base[ _]?fee (is )?too high|((fee|price|tip|cap)s?|per ?gas|base ?fee)\b[^.;]{0,70}(too low|below|less than|lower than|under the|<)/i,
  ],
  [
    'invalid',
    /exceeds (the )?block gas limit|gas limit (is )?too high|intrinsic gas too high|gas limit is greater than|gas ?limit ?cap ?exceeded|gas ?limit ?(reached|exceeded)|gas limit exceeds block|exceeds max(imum)?( per-)? ?transaction|invalid ?(tx ?)?(chain ?id|sender|signature)|wrong chain ?id|\btype [^.]{0,20}not supported|unsupported transaction type|invalid transaction type|oversized data|transaction too large/i,
  ],
  [
    'notNow',
    /nonce (is )?too (high|far|distant)|nonce is (too distant|higher)|nonce gap|gapped-nonce|lower nonce exists|account limit exceeded|in-flight transaction limit|already reserved|tries to replace pending|pending transaction|insertion of another|sync(ing|\b)|shutting down|pool (is )?(not enabled|disabled)|time(d )? ?out|black ?list|allow ?list|not authorized|\ban? eoa\b/i,
  ],
]

/** Finds out what a node means that did not take a transaction's bytes. */
export const meaningOf = (text: string): SendRefusal =>
  phrases.find(([, phrase]) => phrase.test(text))?.[0] ?? 'unclear'

/**
 * The least that a refusal names, in wei for each unit of gas; 0 where it names none. `price`: of the base
 * fee and the tip together.
 */
export type LeastNamed = { tip: bigint; maxFeePerGas: bigint; price: bigint }
export const nothingNamed: LeastNamed = { tip: 0n, maxFeePerGas: 0n, price: 0n }

/** Longer numbers are no prices: a whole coin is one of 19 digits. */
const amount = String.raw`(\d{1,24})(?!\d)`
const named: [keyof LeastNamed, RegExp][] = [
  ['tip', new RegExp(String.raw`tip cap \d+, minimum needed ${amount}`, 'i')],
  ['tip', new RegExp(String.raw`tip needed ${amount}`, 'i')],
  ['tip', new RegExp(String.raw`minimum required priority fee ${amount}`, 'i')],
  ['maxFeePerGas', new RegExp(String.raw`minimum fee cap \(?${amount}`, 'i')],
  ['maxFeePerGas', new RegExp(String.raw`base ?fee(?: ?per ?gas)?(?: of)?:? ${amount}`, 'i')],
  ['maxFeePerGas', new RegExp(String.raw`< ?base ?fee:? ${amount}`, 'i')],
  ['price', new RegExp(String.raw`minimum gas ?price[^\d]{0,20}${amount}`, 'i')],
]

/** Finds the least that a refusal for the price names. A node may name what it likes: limits hold all the same. */
export function leastNamed(text: string): LeastNamed {
  const least = { ...nothingNamed }
  for (const [field, phrase] of named) {
    const found = phrase.exec(text)?.[1]
    if (found && least[field] === 0n) least[field] = BigInt(found)
  }
  return least
}

/** Returns the lower of what several nodes name: if one takes it, it is sent, and otherwise the next refusal names more. */
export function lowerNamed(one: LeastNamed, other: LeastNamed): LeastNamed {
  const lower = (field: keyof LeastNamed) =>
    one[field] === 0n || (other[field] !== 0n && other[field] < one[field])
      ? other[field]
      : one[field]
  return { tip: lower('tip'), maxFeePerGas: lower('maxFeePerGas'), price: lower('price') }
}
