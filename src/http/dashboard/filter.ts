/** Turns query parameters into what rows are asked for; one that was not given filters nothing. */
export function toFilter({ statusIn, ...equal }: { statusIn: string[]; [field: string]: unknown }) {
  const given = Object.entries(equal).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...(statusIn.length && { status: { $in: statusIn } }) }
}
