/** The migrated database; every test file works on a clone of it. */
export const templateName = 'template_migrated'

/** Names another database of the same PostgreSQL. */
export function databaseUrl(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}
