/** Wei in the coin of a chain, to six places: rounded down, so that nobody counts on what is not there. */
const weiPlaces = 18
const placesShown = 6

export function inCoins(wei: string): string {
  const digits = wei.padStart(weiPlaces + 1, '0')
  const whole = digits.slice(0, -weiPlaces)
  const part = digits.slice(-weiPlaces).slice(0, placesShown).replace(/0+$/, '')
  if (part !== '') return `${whole}.${part}`
  return whole === '0' && BigInt(wei) > 0n ? `< 0.${'0'.repeat(placesShown - 1)}1` : whole
}
