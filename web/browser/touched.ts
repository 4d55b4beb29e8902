/** Whether the page is touched: a phone cannot scan its own screen, and its wallets are apps with browsers of their own. */
export const isTouched = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches
