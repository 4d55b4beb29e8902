/** Wraps a question so that callers who ask while an answer is on its way share that answer. */
export function shareAnswers<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null
  return () => {
    asked ??= ask().finally(() => {
      asked = null
    })
    return asked
  }
}
