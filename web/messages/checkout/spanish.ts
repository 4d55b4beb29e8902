import type { CatalogueOf } from '../translate.ts'
import type { english } from './english.ts'

export const spanish: CatalogueOf<typeof english> = {
  payTo: 'Pagar a {merchant}',
  paymentTo: 'Pago a {merchant}',
  tokenContract: 'Contrato del token',
  details: 'Detalles',
  onNetwork: 'en {network}',
  balance: 'Saldo',
  noGas: 'Este monedero no tiene {coin} para la comisión de la red. Puede negarse a enviar.',
  amountToPay: 'Importe',
  payBefore: 'Pague antes del {moment}',
  expiredOn: 'Venció el {moment}',
  timeRemaining: 'Quedan {minutes} min {seconds} s',
  ofWhichArrived: 'de {amount}; han llegado {seen}',
  codes: 'Códigos QR',

  copyAmount: 'Copiar el importe',
  amountCopied: 'Importe copiado',

  choose: 'Dos formas de pagar',
  chooseHint: 'Use la que prefiera. Ambas pagan a la misma dirección.',
  payTheRest: 'Faltan {amount} por pagar',
  payTheRestHint: 'Han llegado {seen}. Envíe el resto a la misma dirección.',
  takenBack: 'Esperando a que su pago vuelva a aparecer',
  takenBackHint:
    'La red retiró el bloque que contenía su pago. Normalmente vuelve a incluirlo por sí sola en unos minutos.',
  takenBackCare:
    'No pague otra vez sin mirar antes en su monedero: mientras la transacción siga allí, su pago está en camino.',
  payOnceMore: 'Pagar de nuevo',
  withWallet: 'Pagar con monedero',
  toAddress: 'Enviar a esta dirección',
  sendHint:
    'Desde cualquier monedero o bolsa: escanee el código o copie el importe y la dirección.',
  sendHintTouched: 'Desde cualquier monedero o bolsa: copie la dirección y el importe.',
  showCode: 'Mostrar el código QR',
  addressCode: 'Dirección',
  walletCode: 'Monedero',
  walletCodeHint:
    'Contiene dirección, importe y token. Si su aplicación no lo lee, use la dirección sola.',
  addressCodeText: 'Código QR de la dirección {address}. Envíe {amount} en {network} a ella.',
  walletCodeText: 'Código QR para monederos: {amount} en {network} a {address}.',
  exactly: 'Exactamente este importe',
  onlyNetwork: 'Solo en {network}',
  onlyToken: 'Solo {token}',
  otherLost: 'Cualquier otra cosa no cuenta como este pago y puede perderse.',
  exchangeFee:
    'Una bolsa puede descontar su comisión de lo que usted envía. Súmela para que llegue el importe completo.',

  inWalletApp: 'Abrir en su aplicación de monedero',
  openThere: 'La página se abre allí y se paga con dos toques.',
  anotherApp: 'Otra aplicación',
  anotherAppHint:
    'Otra aplicación recibe la dirección y el importe. Si no los lee, cópielos de abajo.',
  noWalletHint: 'Abra esta página en el navegador de su monedero, o envíe a la dirección.',
  addressChecked: 'Dirección comprobada con el contrato',
  notEnough: 'Este monedero tiene {balance}. Faltan {missing}.',
  payNow: 'Pagar {amount}',
  confirmInWallet: 'Confirme el pago en {wallet}.',
  sent: 'Enviado desde su monedero',
  sentHint: 'Esperando a que la red lo vea. Por favor, no pague otra vez.',
  sentLong:
    'Tarda más de lo habitual. Mire en su monedero: si la transacción se descartó, puede pagar de nuevo.',
  payAgain: 'Se descartó, pagar de nuevo',
  sentReverted: 'La red rechazó la transacción. No se movió ningún token.',

  doNotPay: 'No pague a esta dirección',
  doNotPayHint:
    'La dirección de esta página no es la que corresponde a este pago. Avise a {merchant}.',
  factoryUnknown:
    'El contrato detrás de esta dirección no es el que esta página conoce. Avise a {merchant}.',
  tokenDiffers: 'El token de la red no es el de este pago. Avise a {merchant}.',
  amountDiffers:
    'El importe que se pediría a su monedero no es el de esta página. Avise a {merchant}.',
  termsChanged:
    'Con esta página abierta, el servicio nombró otro token, otra red u otra dirección. Avise a {merchant}.',
  shownAddress: 'Mostrada',
  derivedAddress: 'Esperada',

  confirming: 'Hemos visto su pago',
  confirmingHint: 'La red lo está confirmando. Puede cerrar esta página; no hace falta nada más.',
  confirmations: {
    one: '{done} de {count} confirmación',
    many: '{done} de {count} confirmaciones',
    other: '{done} de {count} confirmaciones',
  },
  confirmed: 'Confirmado',
  transfers: 'Recibido hasta ahora',
  arrivedLate: 'fuera de plazo',

  paid: 'Pagado',
  paidHint: 'Gracias. {merchant} ha recibido su pago.',
  overpaid: 'Pagado, con {excess} de más',
  overpaidHint:
    'Pida a {merchant} que le devuelva el exceso. Dé el número de pago y una dirección suya; el dinero nunca se devuelve a la dirección de la que vino.',
  refunded: 'Reembolsado',
  refundedHint: '{merchant} ha registrado un reembolso de {amount}.',
  excessRefundedHint: 'Gracias. {merchant} ha registrado que se devolvieron {amount}.',
  expired: 'Este pago ha vencido',
  expiredHint: 'No ha llegado nada. No envíe nada ahora; pida a {merchant} un pago nuevo.',
  stillWatching: 'Si ya lo envió, quédese: la dirección sigue vigilada y aparecerá aquí.',
  underpaid: 'Se acabó el plazo y faltaron {amount}',
  underpaidHint:
    'Han llegado {paid}. {merchant} decide si lo acepta o lo devuelve. No envíe nada más.',
  late: 'Su pago llegó fuera de plazo',
  lateHint:
    'Han llegado {paid} y no se han perdido. {merchant} decide si lo acepta o lo devuelve, y esta página lo mostrará.',
  cancelled: 'Este pago fue anulado',
  cancelledHint: '{merchant} lo ha anulado. No envíe nada.',
  paidAfterCancel: 'Llegó dinero para un pago anulado',
  paidAfterCancelHint:
    'Han llegado {paid} y no se han perdido. {merchant} decide si lo acepta o lo devuelve.',
  contactMerchant: 'En caso de duda, contacte con {merchant} y dé el número de pago.',
  wrongToken: 'Ha llegado otro token',
  wrongTokenHint:
    '{tokens} no cuenta como este pago. {merchant} puede verlo; contacte para que se lo devuelvan.',

  receipt: 'Recibo',
  receiptFor: 'Concepto',
  receiptForLink: 'Concepto, según el enlace',
  receiptAmount: 'Pagado',
  receiptTo: 'A',
  receiptAddress: 'Dirección',
  receiptPage: 'Esta página',
  printReceipt: 'Imprimir el recibo',
  returningIn: {
    one: 'Volviendo a {host} en {count} segundo.',
    many: 'Volviendo a {host} en {count} segundos.',
    other: 'Volviendo a {host} en {count} segundos.',
  },
  stay: 'Quedarse aquí',

  reconnecting: 'Conexión perdida. Reintentando; su pago no se ve afectado.',

  refreshPage: 'Actualizar esta página',
  refreshHint:
    'Los scripts están desactivados en este navegador, así que esta página no cambia sola. Actualícela para ver lo que ha llegado.',
  unknownPayment: 'Este pago no existe',
  unknownPaymentHint:
    'Puede que el enlace esté incompleto o mal escrito. No envíe nada; pida de nuevo el enlace a la tienda.',
  unavailable: 'Esta página no está disponible en este momento',
  unavailableHint: 'Su pago no se ve afectado. Inténtelo de nuevo en un momento.',
}
