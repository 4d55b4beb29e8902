/** The plain decimal of an amount such as `10 ltUSDC`. */
export const decimalOf = (amount: string): string => amount.split(' ', 1)[0] ?? ''
