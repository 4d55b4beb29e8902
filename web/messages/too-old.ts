/** What the service writes into a page for a browser that cannot run its scripts: no page loads these. */
import type { Language } from './translate.ts'

export const tooOld: Record<Language, string> = {
  en: 'This takes longer than usual. If nothing comes, this browser may be too old for this page, or its connection is lost: load the page again, or open it in a newer browser.',
  es: 'Tarda más de lo habitual. Si no aparece nada, este navegador puede ser demasiado antiguo para esta página, o no hay conexión: vuelva a cargarla o ábrala en un navegador más reciente.',
  ru: 'Это дольше обычного. Если ничего не появится, браузер слишком стар для этой страницы или нет связи: обновите страницу или откройте её в более новом браузере.',
}

/** The pages of a session are nothing without scripts, and say so. */
export const needsScripts: Record<Language, string> = {
  en: 'This page works with scripts, and they are off in this browser.',
  es: 'Esta página necesita que los scripts estén activados, y en este navegador no lo están.',
  ru: 'Этой странице нужны скрипты, а в этом браузере они выключены.',
}
