/**
 * Checks where the merchant lets its pages lead back to: the page's own address, which anybody can write, does not
 * decide that alone.
 */

/** Returns the target; null where the merchant names certain hosts, and its is none of them. */
export const toAllowedTarget = (target: URL | null, returnHosts: readonly string[]): URL | null =>
  target && (returnHosts.length === 0 || returnHosts.includes(target.host)) ? target : null
