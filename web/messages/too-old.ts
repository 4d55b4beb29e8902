/** What the service writes into a page for a browser that cannot run its scripts: no page loads it. */
import type { Language } from './translate.ts'

export const tooOld: Record<Language, string> = {
  en: 'This takes longer than usual. If nothing comes, this browser may be too old for this page, or its connection is lost: load the page again, or open it in a newer browser.',
  es: 'Tarda más de lo habitual. Si no aparece nada, este navegador puede ser demasiado antiguo para esta página, o no hay conexión: vuelva a cargarla o ábrala en un navegador más reciente.',
  ru: 'Это дольше обычного. Если ничего не появится, браузер слишком стар для этой страницы или нет связи: обновите страницу или откройте её в более новом браузере.',
}
