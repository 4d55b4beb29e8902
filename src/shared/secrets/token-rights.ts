/** Says what a customer token lets its page do: everything, or read, pause and cancel, and nothing that costs. */
export const tokenRights = ['manage', 'leave'] as const
export type TokenRight = (typeof tokenRights)[number]
