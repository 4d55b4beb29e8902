/** What can be done to all rows of a filter, and to which kind of actor it is. */
export const commandsOfLists = {
  subscriptions: ['pause', 'unpause', 'cancel'],
  deliveries: ['resend'],
} as const

export type ListToActOn = keyof typeof commandsOfLists

export const actorsOfLists = { subscriptions: 'subscription', deliveries: 'delivery' } as const
