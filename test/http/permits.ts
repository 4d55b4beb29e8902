/** A permit as a page hands it in; nobody has signed it. */
export const newPermit = (now: Date, changes: Record<string, unknown> = {}) => ({
  value: '40000000',
  deadline: Math.floor(now.getTime() / 1000) + 900,
  v: 27,
  r: `0x${'1'.repeat(64)}`,
  s: `0x${'2'.repeat(64)}`,
  ...changes,
})
