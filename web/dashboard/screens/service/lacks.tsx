/** What the service as a whole lacks now, each in a sentence that says what to do. */
import { say } from '../../../messages/dashboard/operator-words.ts'

export const Lacks = ({ lacks }: { lacks: readonly string[] }) =>
  lacks.length > 0 && (
    <div class="note warning" role="status">
      <div>
        <p>{say('lacks')}</p>
        <ul>
          {lacks.map((lack) => (
            <li key={lack}>{lack}</li>
          ))}
        </ul>
      </div>
    </div>
  )
