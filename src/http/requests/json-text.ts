/**
 * What is wrong with a JSON text before anything makes values of it: one look at each of its bytes. It may not be nested so deeply
 * that whoever walks it has trouble, nor hold a number that would be another one afterwards: numbers are read as
 * doubles, which keep about 16 digits.
 */

/** No body has a use for more. */
const depthMax = 32
/** A number of as few signs is always carried exactly, unless it has an exponent. */
const shortMax = 15
/** A longer one has more digits than a double keeps, or zeros that say nothing. */
const numberLengthMax = 60

const codeOf = (sign: string): number => sign.charCodeAt(0)
const [quote, backslash, minus, zero, nine] = ['"', '\\', '-', '0', '9'].map(codeOf) as Five
type Five = [number, number, number, number, number]
const [list, object, listEnd, objectEnd] = ['[', '{', ']', '}'].map(codeOf)
const numerals = new Set(Buffer.from('+-.0123456789eE'))

/** Returns null where nothing is wrong, as far as this looks: whether it is JSON says who parses it. */
export function faultOfJson(bytes: Uint8Array): string | null {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) at = endOfText(bytes, at)
    else if (byte === list || byte === object) {
      if (++depth > depthMax) return `is nested more than ${depthMax} levels deep; flatten it`
    } else if (byte === listEnd || byte === objectEnd) depth--
    else if (byte === minus || (byte >= zero && byte <= nine)) {
      const end = endOfNumber(bytes, at)
      const number = end - at > shortMax || !isPlain(bytes, at) ? read(bytes, at, end) : null
      if (number !== null && !isCarried(number))
        return `holds the number ${number.slice(0, numberLengthMax)}, which loses digits on the way; send it as a text`
      at = end - 1
    }
  }
  return null
}

/** The place of the quote that ends the text, which begins at `start`. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && numerals.has(bytes[at]!)) at++
  return at
}

/** Whether a short number has no exponent, and is not the zero with a sign. */
function isPlain(bytes: Uint8Array, start: number): boolean {
  if (bytes[start] === minus && bytes[start + 1] === zero) return false
  for (let at = start; numerals.has(bytes[at]!); at++) if (bytes[at]! > nine) return false
  return true
}

const read = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, start + numberLengthMax + 1)))

/** Whether a number is the same after it was read and written again. What is no number is left to whoever parses it. */
function isCarried(number: string): boolean {
  if (number.length > numberLengthMax) return false
  const value = Number(number)
  if (Number.isNaN(value)) return true
  if (!Number.isFinite(value) || Object.is(value, -0)) return false
  return toDigits(number) === toDigits(String(value))
}

/** A number as its digits without zeros around them, and the power of ten of the last one. */
function toDigits(number: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return (
    kept && `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
  )
}
