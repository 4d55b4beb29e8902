/** Lets the browser's own way back close what is open, instead of leaving the page. */
import { useEffect } from 'preact/hooks'

/** Calls `onBack` when the payer goes back; what is returned goes back as well. */
export function useWayBack(isOpen: boolean, onBack: () => void): () => void {
  useEffect(() => {
    if (!isOpen) return
    history.pushState(null, '')
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [isOpen])
  return () => history.back()
}
