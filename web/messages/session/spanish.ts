import type { CatalogueOf } from '../translate.ts'
import type { english } from './english.ts'

export const spanish: CatalogueOf<typeof english> = {
  opening: 'Abriendo…',
  needsScripts:
    'Esta página necesita que los scripts estén activados, y en este navegador no lo están.',
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
  sessionLimited: 'Este enlace no puede iniciar una suscripción',
  sessionLimitedHint: 'Sirve para consultar, pausar y cancelar.',
  serviceAway: 'No se puede contactar con el servicio',
  serviceAwayHint:
    'Ni sus suscripciones ni su monedero se ven afectados. Esta página vuelve a intentarlo sola.',
  connectionLost: 'Conexión perdida. Volvemos a intentarlo; nada suyo se ve afectado.',
}
