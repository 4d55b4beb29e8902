/** Moments as the manage page writes them. */
export const toIso = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()

/** Writes the day alone, for sentences in which the minute says nothing. */
export const writeDay = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric' }).format(
    new Date(iso),
  )
export const writeDayOf = (unixSeconds: number, locale: string): string =>
  writeDay(toIso(unixSeconds), locale)
