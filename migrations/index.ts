/** The migrations in their order. A released one is never edited. */
import { Migration0001 } from './0001-foundation.ts'

export const migrationsList = [{ name: '0001-foundation', class: Migration0001 }]
