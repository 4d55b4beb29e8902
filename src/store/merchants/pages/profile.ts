/** What payers see of a merchant on one network: its name, its site, whom they ask, and its logo. */
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'
import { type AuditTrail, changeWithTrail } from '../../people/audit.ts'

/** A picture that the service wrote itself. `file`: its name beside every page, which is by what is in it. */
type Logo = { file: string; width: number; height: number }

/** How a payer reaches the shop, and knows it by sight. */
export type Shop = {
  site: string | null
  /** A mail address, or that of a page. */
  support: string | null
  logo: Logo | null
}
export type Profile = Shop & { name: string }

export type ProfileRow = Omit<Profile, 'logo'> & {
  logoHash: string | null
  logoWidth: number | null
  logoHeight: number | null
}

/** Selects a `ProfileRow`, where `m` is the merchant and `f` its profile, which it need not have. */
export const profileColumns = `coalesce(f.name, m.name) as name, f.site, f.support,
  f.logo_hash as "logoHash", f.logo_width as "logoWidth", f.logo_height as "logoHeight"`

export const toShop = ({ site, support, logoHash, logoWidth, logoHeight }: ProfileRow): Shop => ({
  site,
  support,
  logo:
    logoHash === null ? null : { file: `${logoHash}.png`, width: logoWidth!, height: logoHeight! },
})

type ProfileDependencies = { database: Pick<Database, 'pool'> }

export async function findProfile(
  { database: { pool } }: ProfileDependencies,
  { merchantId, network }: Owner,
): Promise<Profile> {
  const { rows } = await pool.query<ProfileRow>({
    name: 'profile',
    text: `select ${profileColumns} from merchant m
      left join merchant_profile f on f.merchant_id = m.id and f.network = $2 where m.id = $1`,
    values: [merchantId, network],
  })
  const [row] = rows
  if (!row) throw new Error(`there is no merchant ${merchantId}`)
  return { name: row.name, ...toShop(row) }
}

type Texts = Pick<Profile, 'name' | 'site' | 'support'>

/** Sets all but the logo. */
export async function setProfile(
  dependencies: ProfileDependencies,
  owner: Owner,
  texts: Texts,
  audit?: AuditTrail,
): Promise<void> {
  const before = await findProfile(dependencies, owner)
  const { name, site, support } = texts
  await changeWithTrail(dependencies.database, audit, async (client) => {
    await client.query(
      `insert into merchant_profile (merchant_id, network, name, site, support)
       values ($1, $2, $3, $4, $5) on conflict (merchant_id, network) do update
       set name = excluded.name, site = excluded.site, support = excluded.support`,
      [owner.merchantId, owner.network, name, site, support],
    )
    return {
      before: { name: before.name, site: before.site, support: before.support },
      after: { name, site, support },
    }
  })
}

export type Picture = { hash: string; width: number; height: number; bytes: Buffer }

/** Sets the logo; null takes it away. */
export async function setLogo(
  dependencies: ProfileDependencies,
  owner: Owner,
  picture: Picture | null,
  audit?: AuditTrail,
): Promise<void> {
  const { logo } = await findProfile(dependencies, owner)
  const { hash, width, height, bytes } = picture ?? {}
  await changeWithTrail(dependencies.database, audit, async (client) => {
    await client.query(
      `insert into merchant_profile (merchant_id, network, logo_hash, logo_width, logo_height, logo)
       values ($1, $2, $3, $4, $5, $6) on conflict (merchant_id, network) do update
       set logo_hash = excluded.logo_hash, logo_width = excluded.logo_width,
         logo_height = excluded.logo_height, logo = excluded.logo`,
      [owner.merchantId, owner.network, hash, width, height, bytes],
    )
    return {
      before: { logo: logo && logo.file },
      after: { logo: picture && `${picture.hash}.png` },
    }
  })
}

/** Returns the picture of that hash, whosever it is: whoever knows the hash has seen it. */
export async function findLogo(
  { database: { pool } }: ProfileDependencies,
  hash: string,
): Promise<Buffer | null> {
  const { rows } = await pool.query<{ logo: Buffer }>({
    name: 'logo',
    text: 'select logo from merchant_profile where logo_hash = $1 limit 1',
    values: [hash],
  })
  return rows[0]?.logo ?? null
}
