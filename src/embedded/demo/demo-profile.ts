/** What payers see of the demo shop, as a merchant would set it: so a newcomer sees what payers of a real shop see. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../../store/database.ts'
import { setLogo, setProfile } from '../../store/merchants/pages/profile.ts'

/** Nobody has an address of `.example`. */
const texts = {
  name: 'Demo shop',
  site: 'https://demo-shop.example',
  support: 'help@demo-shop.example',
}
const logoSide = 256

export async function setDemoProfile(
  dependencies: { database: Database },
  owner: Owner,
): Promise<void> {
  const bytes = await readFile(join(import.meta.dirname, 'logo.png'))
  const hash = createHash('sha256').update(bytes).digest('hex')
  await setProfile(dependencies, owner, texts)
  await setLogo(dependencies, owner, { hash, width: logoSide, height: logoSide, bytes })
}
