/** Operators use a browser of their own, with what cannot be caused from there. */
import { dev } from '../chains.ts'
import { anyAddress } from '../shops.ts'
import { desktop, type Visit } from '../visit.ts'
import { visit } from '../world.ts'
import { fillLogin, untilShown } from './staff.ts'
import { served } from '../served.ts'

export const addressOf = (path: string): string => `${dev.baseUrl}/dashboard/operator${path}`

/** Logs in at a screen of operators, such as `/merchants`, and waits until it shows what it reads. */
export async function openOperator(path: string): Promise<Visit> {
  const visited = await visit(addressOf(path), {
    viewport: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
  })
  await fillLogin(visited, served.operator)
  await visited.page.getByRole('navigation', { name: 'Menu' }).waitFor()
  await untilShown(visited.page)
  return visited
}
