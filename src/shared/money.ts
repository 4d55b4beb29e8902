/**
 * Amounts: decimal strings outside, `bigint` base units inside, never a `number`.
 * Parsing is our own because the usual libraries round: `0.9999999` at six decimals
 * would become 1.
 */
const amountDigitsMax = 60
/** The coin that gas is paid in has these on every EVM chain. */
export const nativeDecimals = 18

export type ParsedAmount = { ok: true; baseUnits: bigint } | { ok: false; message: string }

/** Reads a plain positive decimal with at most `decimals` fraction digits. */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  // Whether it stands before the decimals or between thousands, nobody can tell: guessing would charge another amount.
  if (/^[0-9.]+,[0-9,.]+$/.test(text))
    return refuse(
      `'${text.slice(0, 80)}' has a comma: write decimals after a point, as in 9.99, and nothing between thousands`,
    )
  if (!/^(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text))
    return refuse(`'${text.slice(0, 80)}' is not a plain decimal such as 10 or 9.99`)
  if (text.length > amountDigitsMax + 1)
    return refuse(
      `'${text.slice(0, 80)}…' has ${text.length} characters, at most ${amountDigitsMax + 1} are taken`,
    )
  const [whole = '', fraction = ''] = text.split('.')
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals)
    return refuse(`'${text}' has ${significant.length} decimals, at most ${decimals} are taken`)
  const baseUnits = BigInt(whole + significant.padEnd(decimals, '0'))
  if (baseUnits === 0n) return refuse(`'${text}' is not greater than zero`)
  return { ok: true, baseUnits }
}

/** Converts a decimal that was checked before, such as a least amount, to base units; zero counts as well. */
export function toBaseUnits(decimal: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** Writes base units as a plain decimal: no exponent, no trailing zeros. */
export function formatAmount(baseUnits: bigint | string, decimals: number): string {
  const digits = String(baseUnits).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

/** Writes the one-string form that the API has of plans, subscriptions and charges: `10 ltUSDC`. */
export function formatMoney(baseUnits: bigint | string, decimals: number, asset: string): string {
  return `${formatAmount(baseUnits, decimals)} ${asset}`
}

/** Writes wei as coins: `0.01 ETH`. */
export const formatCoins = (wei: bigint, nativeSymbol: string): string =>
  formatMoney(wei, nativeDecimals, nativeSymbol)

/**
 * Symbols that are named after a currency: the issuers write its code (ISO 4217) between letters of their own, as in `ZCHF`,
 * `agEUR` and `EURC.e`. The last three are dollars without saying so.
 */
const named =
  /USD|usd|^EURCV|^([a-z]{1,3}|[A-Z]|WX)?(EUR|GBP|CHF|SGD|AUD|CAD|NZD|BRL|MXN|TRY|ZAR|IDR|DAI|FRAX|GHO)[A-Za-z]?(\.[A-Za-z])?$/

const moneyDecimals = 2

/** Writes a plain decimal as people read it: in a currency with two decimals at least, `25.50`; no digit is dropped. */
export function writeDecimal(value: string, symbol: string): string {
  if (!named.test(symbol)) return value
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole}.${fraction.padEnd(moneyDecimals, '0')}`
}

/** By custom an asset's code is a chain's short name in small letters, and the symbol: `ltUSDC`. */
export const symbolOf = (code: string): string => code.replace(/^[a-z\d]+/, '')

/** Writes the one-string form as sentences and titles have it, with cents: `10.00 ltUSDC`. */
export const sayMoney = (baseUnits: bigint | string, decimals: number, asset: string): string =>
  `${writeDecimal(formatAmount(baseUnits, decimals), symbolOf(asset))} ${asset}`

const refuse = (message: string): ParsedAmount => ({ ok: false, message })

/** `Math` compares no `bigint`. */
export const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
