/** Tells whether Postgres can store the text: it takes no NUL and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Returns the text as Postgres can store it: without NULs, and with a sign in the place of half a surrogate pair. */
export const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
