import { useRight } from '../../context.ts'
import { Screen } from '../../parts/screen.tsx'
import { ApiKeys } from './api-keys.tsx'
import { Endpoint } from './endpoint.tsx'
import { PayerPages } from './payer-pages.tsx'

export default function Integration() {
  const mayChange = useRight('integrate')
  return (
    <Screen
      title="Integration"
      hint="What your server and your pages need to work with this service."
    >
      <ApiKeys mayChange={mayChange} />
      <Endpoint mayChange={mayChange} />
      <PayerPages mayChange={mayChange} />
    </Screen>
  )
}
