/** Ends every page of payers: where the shop is, whom to ask, and the language. */
import { type Language, languageNames } from '../messages/translate.ts'
import { linkToPage, type ShopLink } from './shop.ts'
import { useSpeech } from './speech.ts'

type Props = {
  site: string | null | undefined
  support: ShopLink | null | undefined
  onLanguage: (language: Language) => void
}

export function Foot({ site, support, onLanguage }: Props) {
  const { language } = useSpeech()
  const links = [site && linkToPage(site), support]
  return (
    <footer class="foot">
      <p translate={false}>{links.map((link) => link && <OutLink {...link} />)}</p>
      <nav>
        {Object.entries(languageNames).map(([one, name]) => (
          <a
            key={one}
            href={addressIn(one)}
            lang={one}
            translate={false}
            aria-current={one === language ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault()
              history.replaceState(history.state, '', addressIn(one))
              onLanguage(one as Language)
            }}
          >
            {name}
          </a>
        ))}
      </nav>
    </footer>
  )
}

/** This page in another language, wherever its payer is on it. */
function addressIn(language: string): string {
  const address = new URL(location.href)
  address.searchParams.set('lang', language)
  return address.href
}

/** A link away from this page: what is on it stays. */
export const OutLink = ({ href, text, ...other }: ShopLink & { class?: string }) => (
  <a {...other} href={href} target="_blank" rel="noopener noreferrer">
    {text}
  </a>
)
