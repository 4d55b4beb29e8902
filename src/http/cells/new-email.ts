/** E-mail addresses of accounts, which say in what cell somebody logs in. */
import { badRequest } from '../../shared/problems.ts'
import type { RouteDependencies } from './cells.ts'

/** @throws a `BadRequest` where an account of another cell has the address; that of one's own the database refuses */
export async function requireNewEmail(cell: RouteDependencies, email: string): Promise<void> {
  if (await cell.cells.isElsewhere({ by: 'email', value: email }, cell)) throw isTaken()
}

/** The answer where an address has an account already. */
export const isTaken = () => badRequest([{ path: 'email', message: 'has an account already' }])
