/**
 * What a page keeps in the browser. Some browsers deny storage, and throw where it is even named; the page then remembers by
 * itself, until it is loaded again.
 */
type Keeper = 'sessionStorage' | 'localStorage'

const remembered = new Map<string, string>()

/** Null where nothing is kept. */
export function recall(keeper: Keeper, name: string): string | null {
  try {
    return globalThis[keeper].getItem(name)
  } catch {
    return remembered.get(name) ?? null
  }
}

export function keep(keeper: Keeper, name: string, value: string): void {
  try {
    globalThis[keeper].setItem(name, value)
  } catch {
    remembered.set(name, value)
  }
}

export function forget(keeper: Keeper, name: string): void {
  remembered.delete(name)
  try {
    globalThis[keeper].removeItem(name)
  } catch {
    // Nothing was ever kept there.
  }
}
