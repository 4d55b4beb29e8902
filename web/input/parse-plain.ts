/**
 * Invisible characters that turn around what stands beside them: a name would rewrite our own sentence. Others, such as
 * joiners, belong to the words of many languages, and to signs of several pictures.
 */
export const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Reads JSON in which others have written names, without what changes the direction of writing. */
export const parsePlain = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(turns, '') : value,
  )
