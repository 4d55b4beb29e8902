import type { Visit } from '../visit.ts'
import { goTo } from './staff.ts'

export const dialogOf = ({ page }: Visit) => page.getByRole('dialog')

/** Invites somebody on the team's screen and returns the link. */
export async function invite(owner: Visit, email: string, role: string): Promise<string> {
  await goTo(owner, '/team')
  await owner.button('Invite somebody').click()
  const dialog = dialogOf(owner)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Make the invitation' }).click()
  await owner.page.getByRole('heading', { name: 'Pass this link on' }).waitFor()
  const link = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Close' }).click()
  return link
}
