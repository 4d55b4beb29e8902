import type { CatalogueOf } from '../translate.ts'
import type { english } from './english.ts'

export const spanish: CatalogueOf<typeof english> = {
  pageTitle: 'Suscribirse',
  onNetwork: 'en {network}',
  balance: 'Saldo',
  noGas: 'Este monedero no tiene {coin} para la comisión de la red. Puede negarse a enviar.',
  sessionLimited: 'Este enlace no puede iniciar una suscripción',
  sessionLimitedHint: 'Sirve para consultar, pausar y cancelar.',
  subscribeTo: 'Suscribirse a {plan}',
  everyDay: 'cada día',
  everyPeriod: { one: 'cada {count} día', many: 'cada {count} días', other: 'cada {count} días' },
  notMonths: 'Los periodos se cuentan en días, no en meses del calendario.',
  firstCharge: 'Primer cobro',
  firstChargeNow: '{amount}, en cuanto lo autorice',
  theEnd: 'Fin',
  endsAfter: {
    one: 'tras {count} cobro, si no lo detiene antes; nada se renueva solo',
    many: 'tras {count} cobros, si no lo detiene antes; nada se renueva solo',
    other: 'tras {count} cobros, si no lo detiene antes; nada se renueva solo',
  },
  paidTo: 'Se paga a',
  toStop: 'Para detenerlo',
  toStopHint:
    'cuando quiera, en la página de la tienda o solo con su monedero: sin motivo, sin aviso previo',
  planNotOffered: 'Este plan no está disponible',
  planNotOfferedHint: '{merchant} no lo ofrece, o ya no. No se le ha cobrado nada.',
  planNotReady: 'Ahora no es posible suscribirse a este plan',
  planNotReadyHint:
    '{merchant} no está listo para ello. No se le ha cobrado nada; inténtelo más tarde.',

  never: 'Lo que este contrato nunca puede hacer',
  neverRaise: 'cobrar más de {amount} en un periodo',
  neverEarly: 'cobrar antes de que termine un periodo',
  neverAfter: {
    one: 'cobrar más de {count} vez',
    many: 'cobrar más de {count} veces',
    other: 'cobrar más de {count} veces',
  },
  neverElsewhere: 'enviarlo a alguien distinto de este receptor',
  neverChange: 'dejar que alguien cambie estas reglas, ni siquiera la tienda o este servicio',
  contract: 'Contrato',
  contractChecked: 'Su código y su dirección se han comprobado en la cadena',

  twoSteps: 'Dos pasos',
  twoStepsHint:
    'Primero conecte un monedero y después autorice los cobros. Antes no se cobra nada.',
  comesOnTop:
    'Ya tiene este plan, pagado desde {account}. Lo que autorice aquí desde otra cuenta se suma a él.',
  takesPlace: 'Sustituye a su plan {plan}, que sigue hasta el fin de su tiempo pagado.',
  takesPlaceNow:
    'Sustituye a su plan {plan}, que termina para siempre en cuanto usted autorice este.',
  withWallet: 'Suscribirse con un monedero',
  noWalletHint:
    'Abra esta página en el navegador de su aplicación de monedero. El enlace es solo suyo: no se lo dé a nadie.',
  notEnoughNow: 'Este monedero tiene {balance}. Faltan {missing} para el primer cobro.',
  topUp:
    'Envíe {missing} a su propia dirección, en {network}. El saldo se vuelve a leer automáticamente.',
  ownAddress: 'Su propia dirección',
  ownAddressCode: 'Código QR de su propia dirección {address}',
  startLater: 'O empezar más tarde',
  startOn: 'Primer cobro el',
  startNow: 'Empezar ya',
  shortLater: 'Tenga {amount} en este monedero el {moment}: entonces se hace el primer cobro.',
  shortLaterUntil:
    'Si el dinero llega después, empieza en cuanto esté, hasta el {moment}; a partir de ahí ya no se cobra nada.',

  howMuch: '¿Cuánto se puede cobrar en total?',
  allCharges: 'Los {count} cobros',
  someCharges: { one: '{count} cobro', many: '{count} de cobros', other: '{count} cobros' },
  ownNumber: 'Otro número',
  ownNumberLabel: 'Número de cobros, de 1 a {most}',
  ownNumberWrong: 'Un número entero de 1 a {most}.',
  covers: {
    one: 'Cubre {count} cobro: {sum} en total, como mucho {amount} en cada periodo de {days} días.',
    many: 'Cubre {count} cobros: {sum} en total, como mucho {amount} en cada periodo de {days} días.',
    other:
      'Cubre {count} cobros: {sum} en total, como mucho {amount} en cada periodo de {days} días.',
  },
  askedAgain: 'Después se le preguntaría de nuevo.',

  warnings: 'Lo que puede decir su monedero',
  warningsHint:
    'Los monederos avisan de los contratos que no han visto antes. Este es nuevo porque se hizo solo para usted: así las suscripciones de otros y la suya quedan separadas.',
  warningsCheck:
    'Compare dos cosas con esta página: el contrato {contract} y el importe {sum}. Si alguna es distinta, rechace.',

  promptsPermit: 'Su monedero preguntará una vez, por una firma. No cuesta comisión de red.',
  promptsBatch: 'Su monedero preguntará una vez.',
  promptsUpgrade:
    'Su monedero preguntará una vez y le ofrecerá convertir su cuenta en una cuenta inteligente.',
  promptsApprove:
    'Su monedero preguntará una vez, por una transacción. Cuesta una pequeña comisión de red.',
  promptsReset:
    'Su monedero preguntará dos veces: primero para poner a cero el límite anterior y después para fijar el nuevo. Este token lo exige así.',
  otherWay: 'Usar una transacción normal',
  todayAndMost: {
    one: 'Hoy se cobran {amount}. En total, como mucho {sum}: {count} cobro, el {day}.',
    many: 'Hoy se cobran {amount}. En total, como mucho {sum}: {count} de cobros, el último el {day}.',
    other:
      'Hoy se cobran {amount}. En total, como mucho {sum}: {count} cobros, el último el {day}.',
  },
  laterAndMost: {
    one: 'Hoy no se cobra nada. En total, como mucho {sum}: {count} cobro, el {day}.',
    many: 'Hoy no se cobra nada. En total, como mucho {sum}: {count} de cobros, el último el {day}.',
    other: 'Hoy no se cobra nada. En total, como mucho {sum}: {count} cobros, el último el {day}.',
  },
  allowNow: 'Autorizar {sum} y suscribirse',
  allowNothing: 'Autorizar y suscribirse',
  askingWallet: 'Confirme en {wallet}.',
  askingReset: 'Paso 1 de 2, poner a cero: confirme en {wallet}.',
  askingSet: 'Paso 2 de 2, fijar: confirme en {wallet}.',
  relaying: 'Llevamos su firma a la cadena…',
  confirmingNow: 'Esperando a la red…',
  readingBack: 'Leemos en la cadena lo que ha autorizado…',

  allowedNothing:
    'Su monedero no ha autorizado nada, así que no se puede cobrar nada. Puede intentarlo de nuevo.',
  allowedTooLittle:
    'Ha autorizado {allowed}. Un cobro es de {amount}, así que aún no se puede cobrar nada.',
  troubleDeclined: 'Ha rechazado en el monedero. No se autorizó nada; puede intentarlo de nuevo.',
  troubleAlreadyAsked: 'El monedero le está esperando: ábralo y responda allí.',
  troubleUnanswered:
    'El monedero no ha respondido. Mírelo y deje después que esta página mire otra vez.',
  troubleWrongNetwork: 'El monedero ha cambiado a otra red.',
  troubleOtherAccount: 'El monedero muestra otra cuenta que {account}. Vuelva a elegir esa.',
  troubleReverted: 'La red rechazó la transacción. No se autorizó nada.',
  troublePending: 'La red aún no ha aceptado la transacción. Todavía puede llegar.',
  troublePermitUsed:
    'Antes se usó otra firma de este monedero, así que esta no vale. Puede firmar otra vez.',
  troublePermitExpired:
    'El plazo de la firma terminó antes de llegar a la cadena. No se autorizó nada; puede firmar otra vez.',
  troublePermitRefused:
    'La firma no se pudo usar y no ha autorizado nada. Use una transacción normal: cuesta una pequeña comisión de red.',
  troublePermitWaits:
    'El servicio de la tienda no puede llevar ahora su firma a la cadena. Lo intentará como mucho una hora más, y esta página muestra cuándo llega. O use una transacción normal: cuesta una pequeña comisión de red, y nada se cobra dos veces.',
  troubleUnsupported: 'El monedero no puede hacerlo. Use una transacción normal.',
  lookAgain: 'Mirar otra vez',

  refused: 'No firme para esta suscripción',
  refusedAddress:
    'La dirección del contrato no es la que se deduce de estas condiciones. Avise a {merchant}.',
  refusedFactory: 'El contrato no es el que esta página conoce. Avise a {merchant}.',
  refusedToken: 'El token de la red no es el de este plan. Avise a {merchant}.',
  refusedTerms: 'Las condiciones del contrato no son las de esta página. Avise a {merchant}.',
  refusedShown: 'Indicada',
  refusedExpected: 'Esperada',
  serviceRefuses: '{why} No se le ha cobrado nada.',
  showSubscriptions: 'Ver sus suscripciones',
  serviceAwayNow: 'No se le ha cobrado nada. Inténtelo de nuevo en un momento.',
  otherPayer: 'Elija otra cuenta en su monedero',
  otherPayerHint: 'Esta suscripción se hizo para esta cuenta, y solo desde ella se puede pagar:',
  draftOver: 'Esta oferta ha terminado',
  switchRefusedHint:
    'Sigue en su lugar su plan actual: se renovó entretanto, o ya se había acordado otro cambio. Por este no se cobra nada.',
  draftOverHint: 'Se anuló o pasó su plazo. No se puede cobrar nada por ella.',

  beginning: 'Su suscripción está empezando',
  beginningHint: 'El primer cobro está en camino. Puede cerrar esta página; no hace falta más.',
  waitingForFunds: 'Casi listo: el primer cobro necesita {amount}',
  waitingForFundsHint:
    'Lo ha autorizado, y el monedero tiene {balance}. Empieza solo cuando haya suficiente.',
  scheduled: 'Ya está suscrito',
  scheduledHint: 'El primer cobro es el {moment}. Todavía no se ha cobrado nada.',
  succeeding: 'Ya está suscrito',
  succeedingHint:
    'El primer cobro llega cuando haya terminado su plan anterior y su tiempo pagado. Todavía no se ha cobrado nada.',
  scheduledShort: 'Ya lo ha autorizado; todavía hacen falta {amount}',
  scheduledShortHint:
    'El primer cobro es el {moment}. El monedero tiene {balance} por ahora, y todavía no se ha cobrado nada.',
  paused: 'Ya tiene este plan, y está en pausa',
  pausedHint:
    'No se cobra nada mientras está en pausa. El enlace de abajo lleva a donde puede reanudarla.',
  suspended: 'Ya tiene este plan, y no se pudo hacer un cobro',
  suspendedHint: 'Se vuelve a intentar solo; no tiene que hacer nada.',
  suspendedByPayer: 'El enlace de abajo lleva a lo que le falta a su monedero.',
  ending: 'Ya tiene este plan, y termina',
  endingHint:
    'Por él ya no se cobra nada, y termina el {moment}. El enlace de abajo lleva a lo que puede hacer.',
  active: 'Ya está suscrito',
  activeHint: 'Gracias. Se ha avisado a {merchant}.',
  lowered: {
    one: 'Ha autorizado {count} cobro en total. Antes de cobrar más se le volverá a preguntar.',
    many: 'Ha autorizado {count} cobros en total. Antes de cobrar más se le volverá a preguntar.',
    other: 'Ha autorizado {count} cobros en total. Antes de cobrar más se le volverá a preguntar.',
  },
  receipt: 'Recibo',
  agreed: 'Lo que ha autorizado',
  receiptFor: 'Por',
  price: 'Precio',
  paidNow: 'Pagado',
  nextCharge: 'Próximo cobro',
  atMost: 'Como mucho en total',
  wallet: 'Monedero',
  manageLink: 'Verla, pausarla o cancelarla',
  printReceipt: 'Imprimir',
  close: 'Cerrar',
  frameStays:
    'La página de la tienda no ha cerrado esto. Vuelva atrás en su navegador o cierre la pestaña: lo que ya ha hecho aquí no se pierde.',
}
