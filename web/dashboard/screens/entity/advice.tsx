/** What would change something: where that is done on a screen of the dashboard, its name leads there. */
import { Told } from '../../../parts/told.tsx'
import { Link } from '../../parts/links.tsx'

const places: Record<string, string> = {
  'Money › Assets': '/money#assets',
  'Money › Gas wallets': '/money#gas',
  'Settings › Integration': '/integration',
}
const named = new RegExp(`(${Object.keys(places).join('|')})`)

export const Advice = ({ text }: { text: string }) => (
  <>
    {text.split(named).map((part) => {
      const place = places[part]
      return place ? (
        <Link key={part} to={place}>
          {part}
        </Link>
      ) : (
        <Told key={part} text={part} />
      )
    })}
  </>
)
