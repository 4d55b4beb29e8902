/** Shows what the service as a whole lacks now, each in a sentence that says what to do. */

export const Lacks = ({ lacks }: { lacks: readonly string[] }) =>
  lacks.length > 0 && (
    <div class="note warning" role="status">
      <div>
        <p>The service lacks something:</p>
        <ul>
          {lacks.map((lack) => (
            <li key={lack}>{lack}</li>
          ))}
        </ul>
      </div>
    </div>
  )
