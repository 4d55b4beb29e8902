/** The part of a list that is asked for. */
export type Page = { limit: number; offset: number }
