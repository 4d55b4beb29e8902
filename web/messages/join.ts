/** What the service writes into the public page of a plan, which has no script: no page loads it. */
import { type Catalogues, type Language, speakFrom, type TranslateOf } from './translate.ts'

const english = {
  title: '{plan} · {merchant}',
  name: 'Your name',
  nameHint: '{merchant} sees it beside your subscription.',
  nameWanted: 'Write a name, with at most {count} characters.',
  goOn: 'Go on',
  nothingYet: 'Nothing is paid yet: the next page shows everything before your wallet is asked.',
  closed: 'This page is closed.',
  closedHint:
    'The shop has closed it or does not offer this plan now, or the address is not complete. Nothing was paid here.',
  closedNext: 'To subscribe, ask the shop or whoever gave you the address for a new one.',
  closedBegun:
    'Have you subscribed already? That goes on as it was, and the shop can give you a link to it.',
  full: 'Too many have opened this page.',
  fullHint:
    'Too many in one day, or too many from where you are. Try again in an hour, or ask whoever gave you the address for a link of your own.',
  tryAgain: 'Try again',
} as const

const texts: Catalogues<typeof english> = {
  en: english,
  es: {
    title: '{plan} · {merchant}',
    name: 'Su nombre',
    nameHint: '{merchant} lo verá junto a su suscripción.',
    nameWanted: 'Escriba un nombre de {count} caracteres como máximo.',
    goOn: 'Continuar',
    nothingYet:
      'Todavía no se paga nada: la página siguiente lo muestra todo antes de preguntar a su monedero.',
    closed: 'Esta página está cerrada.',
    closedHint:
      'La tienda la ha cerrado o no ofrece ahora este plan, o la dirección no está completa. Aquí no se ha pagado nada.',
    closedNext: 'Para suscribirse, pida una nueva a la tienda o a quien le dio la dirección.',
    closedBegun: '¿Ya se ha suscrito? Eso sigue como estaba, y la tienda puede darle un enlace.',
    full: 'Esta página se ha abierto demasiadas veces.',
    fullHint:
      'Demasiadas en un día, o demasiadas desde donde está usted. Inténtelo dentro de una hora o pida un enlace propio a quien le dio la dirección.',
    tryAgain: 'Intentar de nuevo',
  },
  ru: {
    title: '{plan} · {merchant}',
    name: 'Ваше имя',
    nameHint: '{merchant} увидит его рядом с вашей подпиской.',
    nameWanted: 'Напишите имя, не длиннее {count} знаков.',
    goOn: 'Дальше',
    nothingYet:
      'Пока ничего не оплачивается: следующая страница покажет всё, прежде чем спросит кошелёк.',
    closed: 'Эта страница закрыта.',
    closedHint:
      'Магазин закрыл её или сейчас не предлагает этот план, либо адрес неполный. Здесь ничего не оплачено.',
    closedNext: 'Чтобы подписаться, попросите новый адрес у магазина или у того, кто дал вам этот.',
    closedBegun: 'Уже подписались? Подписка идёт как шла, а магазин может дать вам ссылку на неё.',
    full: 'Эту страницу открывали слишком часто.',
    fullHint:
      'Слишком часто за день или слишком часто оттуда, где вы находитесь. Попробуйте через час или попросите личную ссылку у того, кто дал вам адрес.',
    tryAgain: 'Попробовать снова',
  },
}

export const speakJoin = (language: Language): TranslateOf<typeof english> =>
  speakFrom(texts, language)
