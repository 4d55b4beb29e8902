/** Finds tests by their titles, as they are written: of Vitest, and of the contracts. */

/** What stands before the title of a test or of a group of them: `test(`, `describe.each(…)(`. */
const call = String.raw`(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*`

/** Whether a file's text has a test, or a group of them, of this title. */
export function hasTest(file: string, text: string, title: string): boolean {
  if (file.endsWith('.sol')) return text.includes(`function ${title}(`)
  // Tests that are called '%s' have their whole titles among their data.
  return isWritten(text, title, call) || (isWritten(text, '%s', call) && isWritten(text, title))
}

/** Whether these words, and no others, stand between quotes. */
function isWritten(text: string, words: string, before = ''): boolean {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`${before}(['"\`])${escaped}\\1,`).test(text)
}
