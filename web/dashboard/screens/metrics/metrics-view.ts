export const endings = ['voluntary', 'involuntary', 'finished', 'switched', 'paused'] as const

/** For drawing alone: sums come from the service. */
export const drawn = (money: string): number => Number(money.split(' ', 1)[0])
