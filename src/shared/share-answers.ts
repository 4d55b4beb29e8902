/** Wraps a question so that whoever asks while an answer is on its way gets that one. */
export function shareAnswers<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null
  return () => {
    asked ??= ask().finally(() => {
      asked = null
    })
    return asked
  }
}
