import type { CatalogueOf } from '../translate.ts'
import type { english } from './english.ts'

export const spanish: CatalogueOf<typeof english> = {
  whoseSession:
    'Está aquí como cliente {customer} de {merchant}. ¿No es usted? Cierre esta página: lo que se paga aquí es de esa persona.',
  opening: 'Abriendo…',
  leaveAlone:
    'Puede detener cualquier suscripción sin esta página: en su monedero, ponga a cero lo que su contrato puede cobrar. Después nadie puede cobrarle.',
  askMerchant: 'Ábrala de nuevo desde el sitio de la tienda o pida un enlace nuevo a {merchant}.',
  askShop: 'Ábrala de nuevo desde el sitio de la tienda o pida a la tienda un enlace nuevo.',

  sessionMissing: 'Esta página necesita un enlace de la tienda',
  sessionMissingHint: 'El enlace es solo para usted e indica qué suscripciones mostrar.',
  sessionMalformed: 'Este enlace está incompleto',
  sessionMalformedHint: 'Quizá se cortó al copiarlo.',
  sessionUnknown: 'Este enlace no es válido',
  sessionUnknownHint: 'Quizá está mal escrito o es muy antiguo.',
  sessionExpired: 'Este enlace ha caducado',
  sessionExpiredHint:
    'Estos enlaces caducan al cabo de un tiempo para que nadie más pueda usarlos. Sus suscripciones siguen como estaban.',
  sessionRevoked: 'Este enlace ha sido anulado',
  sessionRevokedHint: 'La tienda lo ha anulado. Sus suscripciones siguen como estaban.',
  serviceAway: 'No se puede contactar con el servicio',
  serviceAwayHint:
    'Ni sus suscripciones ni su monedero se ven afectados. Esta página vuelve a intentarlo sola.',
  serviceSilent:
    'El servicio no respondió. Inténtelo de nuevo: lo que ya está hecho no se hace dos veces.',
  leaveOnly:
    'Este enlace sirve para leer, pausar y cancelar. Para lo demás, abra la página desde la tienda.',

  refusedCommand: 'Esto ya no se puede hacer. La página muestra ahora cómo están las cosas.',
  refusedPlan: 'La tienda no ofrece este plan, o ya no.',
  refusedNotReady:
    'La tienda no está lista para esto en este momento. Usted no tiene que hacer nada; inténtelo más tarde.',
  refusedDrafts:
    'Demasiadas de sus suscripciones se empezaron y nunca se autorizaron. Cancele una de ellas entre sus suscripciones e inténtelo de nuevo.',
  refusedWithdrawal:
    'El derecho a desistir de este plan ya se usó, y se concede una sola vez. Puede cancelar en cualquier momento.',
  refusedForeign: 'Esta suscripción no está entre las de este enlace.',
  refusedProof: 'El contrato aún no ha terminado en su cadena. La prueba existe en cuanto termine.',
  refusedPermit: 'La tienda no lleva firmas a la cadena en este momento.',
  refusedOften:
    'Se hizo demasiadas veces en poco tiempo. Se puede volver a hacer a partir del {moment}.',
  refusedUnclear: 'La página y el servicio no se entienden. Vuelva a cargar la página.',
  refusedOther: 'El servicio dijo: {message}',

  permitEnded: 'Esta suscripción ha terminado: ya no hay nada que autorizar.',
  permitUnsent:
    'La tienda no lleva firmas a la cadena en este momento, y la suya no ha autorizado nada. Use una transacción normal: cuesta una pequeña comisión de red.',
  permitBlocked:
    'El propio token lo rechaza: su emisor lo ha detenido o ha bloqueado una cuenta. No se autorizó nada.',
  permitUnfunded:
    'Su firma se conserva. Llega a la cadena en cuanto su monedero tenga bastante para el pago pendiente.',
  permitUnanswered:
    'El servicio no respondió. Su firma todavía puede llegar a la cadena. O use una transacción normal: cuesta una pequeña comisión de red, y nada se cobra dos veces.',
  connectionLost: 'Conexión perdida. Volvemos a intentarlo; nada suyo se ve afectado.',
}
