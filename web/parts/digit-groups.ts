/** A whole part of fewer digits is read at a glance. */
const groupedFromDigits = 5

/** Splits the whole part of a decimal into groups of three digits; a short one is a group by itself. */
export const groupsOf = (whole: string): string[] =>
  whole.length < groupedFromDigits ? [whole] : whole.split(/(?=(?:\d{3})+$)/)
