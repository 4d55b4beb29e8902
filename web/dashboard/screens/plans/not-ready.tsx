/** Says what is left to do until anybody can subscribe to an Active plan, each thing with the way there. */
import type { Checklist, Plan } from '../../../api/dashboard.generated.ts'
import { AlertIcon } from '../../../parts/icons.tsx'
import { Link } from '../../parts/links.tsx'
import { useRead } from '../../use-read.ts'
import { stepOf } from '../setup/steps.ts'

export function NotReady({ plan: { status, asset } }: { plan: Plan }) {
  const { reading } = useRead<Checklist>(
    status === 'Active' ? `/checklist?asset=${encodeURIComponent(asset)}` : null,
    { kinds: ['verification', 'gasWallet'] },
  )
  if (reading.step !== 'read' || reading.value.missing.length === 0) return null
  return (
    <div class="note warning" role="status">
      <AlertIcon />
      <div>
        <p>
          <strong>Nobody can subscribe yet.</strong> Until this is done, whoever opens a link to the
          plan is told that you are not ready:
        </p>
        <ul>
          {reading.value.missing.map((name) => (
            <li key={name}>
              <Link to={stepOf(name).place}>{stepOf(name).title}</Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
