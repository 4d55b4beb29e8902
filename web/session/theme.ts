/** Fixes light or dark where the page's address asks for one; else the device decides. */
export function applyTheme(theme: 'dark' | 'light' | null): void {
  if (theme) document.documentElement.dataset['theme'] = theme
}
