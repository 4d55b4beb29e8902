/** A customer as the list of customers has it. */
export type CustomerView = {
  customerId: string
  hasAccess: boolean
  accessUntil: string | null
  subscriptionCount: number
  payers: string[]
  firstSeenAt: string
}
