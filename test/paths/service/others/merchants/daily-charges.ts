/** A hundred charges, one each day, all allowed; and what lasts for some of them. */
export const daily = { amount: '1', periodDays: 1, graceDays: 0 }
export const periods = 100
/** The first of all charges needs six times what each further one does: a wallet must hold all that it asks for. */
export const littleCharges = 9n
