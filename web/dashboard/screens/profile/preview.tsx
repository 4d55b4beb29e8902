/** How the head and the foot of a payer's page look, in the light and in the dark. */
import type { Profile } from '../../../api/dashboard.generated.ts'
import { linkToPage, linkToSupport } from '../../../parts/shop.ts'
import { phrase } from '../../phrase.ts'
import { addressOfLogo } from './profile-view.ts'

export const Preview = ({ profile }: { profile: Profile }) => (
  <div class="cards">
    {['light', 'dark'].map((theme) => (
      <div key={theme} class={`payer-preview ${theme}`}>
        <Page profile={profile} />
      </div>
    ))}
  </div>
)

function Page({ profile }: { profile: Profile }) {
  const { name, site, logo } = profile
  const support = linkToSupport(profile, 'Payment number')?.text
  const host = site && (linkToPage(site)?.text ?? site)
  return (
    <>
      <p class="who">
        {logo ? (
          <img src={addressOfLogo(logo.file)} alt="" width={logo.width} height={logo.height} />
        ) : (
          <span class="initial" aria-hidden="true">
            {Array.from(name)[0]?.toUpperCase()}
          </span>
        )}
        <strong translate={false}>{name}</strong>
      </p>
      <p>{phrase`Payment to ${name}`}</p>
      <p class="sum">25.50 USDC</p>
      <p class="ends">
        {[host, support].map(
          (text) =>
            text && (
              <span key={text} translate={false}>
                {text}
              </span>
            ),
        )}
      </p>
    </>
  )
}
