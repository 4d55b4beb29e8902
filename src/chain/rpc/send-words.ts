/**
 * Knows the words with which nodes refuse the bytes of a transaction: those of geth, Erigon, Nethermind,
 * Besu, reth, anvil, and of what was made from them. `test/chain/node-words.ts` lists them with where each
 * client has them. Words that are not known mean `unclear`, and something is tried against them as well.
 */
import { parseUnits } from 'viem'

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
  // Another transaction with the nonce: taken for this one, it would count as sent.
  [
    'outbid',
    /\bsame nonce\b[^.;]{0,30}\b(already|exists|in the|pool|queue)|already[^.;]{0,40}\bsame nonce\b|\bnonce\b[^.;]{0,40}\balready (exists|known|pending|in (the )?(mem|tx)?pool)|TooLowPriority|priority is too low/i,
  ],
  [
    'known',
    /\balready ?(known|imported|received|in (the )?(mem|tx)?pool)|(tx|txn|transaction|hash)\b((?!nonce)[^.;]){0,20} already exists|\bknown transaction|existing (tx|txn|transaction) with same hash/i,
  ],
  [
    'nonceUsed',
    /nonce (\d+ )?(is )?too (low|stale|small)|old ?nonce|nonce (has (already )?been|already|was) used|nonce (is )?lower than|nonce[ _]expired|minimum expected nonce|transaction is outdated|InvalidTransaction::Stale/i,
  ],
  [
    'tooDear',
    /exceeds the configured cap|fee cap exceeded|(?<!\bbase[ _]?)\bfees? (is )?too high|gas ?price (is )?too high/i,
  ],
  [
    'unfunded',
    /(insufficient|not enough|lacks?( of| the)?|lacking) ?funds|insufficient balance|upfront cost|not enough balance|has no balance|balance (is )?too low|doesn'?t have enough funds/i,
  ],
  [
    'gasTooLow',
    /intrinsic ?gas(?! too high)|gas limit (is )?too (low|small)|not enough gas\b(?! ?(price|fee|tip))|call ?gas ?cost|insufficient gas\b(?! ?(price|fee|tip))|out of gas/i,
  ],
  [
    'outbid',
    /replacement ?transaction ?underpriced|replacement ?not ?allowed|replace existing|replacement penalty|to bump (the )?transaction|(tx|transaction) with (a |the )?(same or )?higher (gas ?price|fee|tip)/i,
  ],
  [
    'underpriced',
    /underpriced|insufficient (fees?|tips?|gas ?(price|fee)s?|(max )?priority ?fees?|max ?fees?)\b|fee ?too ?low|base[ _]?fee (is )?too high|((fee|price|tip|cap)s?|per ?gas|base ?fee)\b[^.;]{0,70}(too (low|small)|below|less than|lower than|under the|<|(not|n't) (high )?enough|(must|should|has to|needs? to) be[^.;]{0,20}(at least|greater|higher|more|above|over|less|>))/i,
  ],
  [
    'invalid',
    /exceeds (the )?(block|current) gas limit|gas limit (is )?too high|intrinsic gas too high|gas limit is greater than|gas ?limit ?cap ?exceeded|gas ?limit ?(reached|exceeded)|gas limit exceeds block|exceeds max(imum)?( per-)? ?transaction|invalid ?(tx ?)?(chain ?id|sender|signature)|wrong chain ?id|\btype [^.]{0,20}not supported|unsupported transaction type|invalid transaction type|oversized data|transaction too large/i,
  ],
  [
    'notNow',
    /nonce (\d+ )?(is )?too (high|far|distant)|nonce is (too distant|higher)|nonce gap|gapped-nonce|lower nonce exists|InvalidTransaction::Future|account limit exceeded|in-flight transaction limit|already reserved|tries to replace pending|pending transaction|insertion of another|sync(ing|\b)|shutting down|pool (is )?(not enabled|disabled)|time(d )? ?out|black ?list|allow ?list|not authorized|\ban? eoa\b/i,
  ],
]

/** Chains of Cosmos and Substrate name both nonces, and say only by them which is the lower. */
const otherNonce =
  /(invalid (transaction )?nonce|invalid sequence|sequence mismatch|correct nonce|nonce is not consistent)/i
const nonceWanted = /(?:expected|account has nonce of:?|next nonce) (\d{1,15})/i
const nonceGiven = /(?:got|tx has nonce of:?|tx nonce) (\d{1,15})/i

function compareNonces(text: string): SendRefusal | null {
  const [wanted, given] = [nonceWanted.exec(text)?.[1], nonceGiven.exec(text)?.[1]]
  if (!otherNonce.test(text) || !wanted || !given) return null
  return Number(given) < Number(wanted) ? 'nonceUsed' : 'notNow'
}

/** Finds out what a node means that did not take a transaction's bytes. */
export const meaningOf = (text: string): SendRefusal =>
  compareNonces(text) ?? phrases.find(([, phrase]) => phrase.test(text))?.[0] ?? 'unclear'

/**
 * The least that a refusal names, in wei for each unit of gas; 0 where it names none. `price`: of the base
 * fee and the tip together.
 */
export type LeastNamed = { tip: bigint; maxFeePerGas: bigint; price: bigint }
export const nothingNamed: LeastNamed = { tip: 0n, maxFeePerGas: 0n, price: 0n }

/** Longer numbers are no prices: a whole coin is one of 19 digits. Thousands may stand in groups. */
const amount = String.raw`(0x[\da-f]{1,20}(?![\da-f])|\d{1,3}(?:[_,']\d{3}){1,7}(?![_,']?\d)|\d{1,24}(?:\.\d{1,9})?(?!\d))(?: ?(wei|gwei|nanoether|ether|eth)\b)?`
const atLeast = String.raw`(?:at least|(?:greater|higher|more) than(?: or equal to)?|no(?:t)? less than|minimum|\bmin)(?: is| of)?:? ?`
const named: [keyof LeastNamed, RegExp][] = [
  ['tip', new RegExp(String.raw`tip cap [\w.,']+, minimum needed ${amount}`, 'i')],
  ['tip', new RegExp(String.raw`tip needed ${amount}`, 'i')],
  ['tip', new RegExp(String.raw`minimum required priority fee ${amount}`, 'i')],
  ['tip', new RegExp(String.raw`(?:\btip|priority ?fee)[^.;]{0,40}?${atLeast}${amount}`, 'i')],
  [
    'tip',
    new RegExp(String.raw`\bmin(?:imum)? (?:gas )?(?:tip|priority fee)[^\d.;]{0,20}${amount}`, 'i'),
  ],
  ['maxFeePerGas', new RegExp(String.raw`minimum fee cap \(?${amount}`, 'i')],
  ['maxFeePerGas', new RegExp(String.raw`base ?fee(?: ?per ?gas)?(?: of)?:? ${amount}`, 'i')],
  ['maxFeePerGas', new RegExp(String.raw`< ?base ?fee:? ${amount}`, 'i')],
  [
    'maxFeePerGas',
    new RegExp(String.raw`(?:max ?fee|fee cap)[^.;]{0,40}?${atLeast}${amount}`, 'i'),
  ],
  ['price', new RegExp(String.raw`minimum gas ?price[^\d]{0,20}${amount}`, 'i')],
  ['price', new RegExp(String.raw`gas ?price[^.;]{0,40}?${atLeast}${amount}`, 'i')],
]

/** By unit, its decimals. */
const decimalsOf: Record<string, number> = { gwei: 9, nanoether: 9, ether: 18, eth: 18 }

/** Reads an amount in wei: hexadecimal, in groups, or with a unit. A fraction of a wei is rounded. */
function readAmount(text: string, unit = 'wei'): bigint {
  if (/^0x/i.test(text)) return BigInt(text)
  return parseUnits(text.replaceAll(/[_,']/g, ''), decimalsOf[unit.toLowerCase()] ?? 0)
}

/** Finds the least that a refusal for the price names. A node may name what it likes: limits hold all the same. */
export function leastNamed(text: string): LeastNamed {
  const least = { ...nothingNamed }
  for (const [field, phrase] of named) {
    const [, found, unit] = phrase.exec(text) ?? []
    if (found && least[field] === 0n) least[field] = readAmount(found, unit)
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
