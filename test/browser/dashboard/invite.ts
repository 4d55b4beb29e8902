import type { Merchant } from '../../../examples/client/merchant.ts'
import type { Visit } from '../visit.ts'
import { giveProof, goTo } from './staff.ts'

export const dialogOf = ({ page }: Visit) => page.getByRole('dialog')

type Invited = { email: string; role: string; shop: Merchant }

/** Invites somebody on the team's screen of a shop and returns the link. */
export async function invite(owner: Visit, { email, role, shop }: Invited): Promise<string> {
  await goTo(owner, '/team')
  await owner.button('Invite somebody').click()
  const dialog = dialogOf(owner)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Make the invitation' }).click()
  await giveProof(owner, shop.dev.merchant)
  await owner.page.getByRole('heading', { name: 'Pass this link on' }).waitFor()
  const link = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Close' }).click()
  return link
}
