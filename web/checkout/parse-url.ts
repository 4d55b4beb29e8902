/** Reads an absolute address; null where it is none. (`URL.parse` is too young for many phones.) */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
