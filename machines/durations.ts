/** The lengths of time that everything is counted in, each written here alone. */

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const daySeconds = 24 * 60 * 60
