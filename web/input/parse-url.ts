/**
 * Reads an absolute address; null where the text is not one. (Many phones do not have `URL.parse`.)
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
