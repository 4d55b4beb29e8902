import { Screen } from '../../parts/screen.tsx'
import type { ScreenProps } from '../../screens.ts'
import { Progress } from './progress.tsx'

export default function JobScreen({ params: { id = '' } }: ScreenProps) {
  return (
    <Screen title="Acting on many">
      <div class="card">
        <Progress id={id} />
      </div>
    </Screen>
  )
}
