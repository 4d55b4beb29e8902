import type { CatalogueOf } from '../translate.ts'
import type { steps as english } from './steps-english.ts'

export const steps: CatalogueOf<typeof english> = {
  helpBefore: 'Se cobra el {date}: téngalo allí antes.',
  retryAt:
    'Lo intentamos de nuevo en cuanto estén el dinero o el límite; si no, el {moment}. Se puede salvar hasta el {date}; después la suscripción termina y no se debe nada.',
  retryUntil:
    'Lo intentamos de nuevo en cuanto estén el dinero o el límite. Se puede salvar hasta el {date}; después la suscripción termina y no se debe nada.',
  nextEnds: 'Lo siguiente: termina el {date}.',
  nextResumes: 'Lo siguiente: se reanuda sola el {date}.',
  nextYours: 'Lo siguiente: nada, hasta que usted la reanude.',
  nextRetry: 'Lo siguiente: lo intentamos de nuevo el {moment}.',
  nextPaidTime: 'Lo que ha pagado dura hasta el {date}.',
  nextNever: 'No sigue nada.',
  placeDraft: 'Lo siguiente: usted fija un límite en su monedero. Antes no se cobra nada.',
  replaced: 'Entonces su nuevo plan ocupa su lugar.',

  limitChange: 'Cambiar el límite',
  exposureEnding:
    'El contrato mismo aún lo permitiría hasta que se termine en la cadena, poco antes del {date}. Quien quiera terminarlo enseguida, cancele ahora.',
  askByWallet: 'Preguntar a la cadena con su monedero',
  askByWalletHint:
    'No hay una dirección pública de esta cadena a la que la página pueda preguntar. Se puede preguntar a su monedero: no se firma ni se envía nada.',
  unaskedOutlook: 'Conecte su monedero más abajo y esta página comprueba si funcionará.',

  frozenByYou: 'En pausa por su propio monedero. No se cobra nada',
  frozenByYouHint: 'Nadie más que su monedero puede reanudarla.',
  freeze: 'Detenerla con su propio monedero',
  freezeHint:
    'La parada más fuerte, porque no necesita a nadie: una transacción de su monedero congela el contrato de {plan} en la cadena. Ni {merchant} ni este servicio pueden deshacerlo, solo su monedero. Usted paga la comisión de red. No devuelve dinero y deja como están su límite y el tiempo pagado.',
  freezeOpen: 'Congelarla con mi monedero…',
  freezeButton: 'Congelar el contrato',
  freezeDone: 'El contrato está congelado. Solo su monedero puede deshacerlo.',
  unfreeze: 'Reanudar con su propio monedero',
  unfreezeHint: 'Una transacción de su monedero, con una pequeña comisión de red.',
  unfreezeButton: 'Descongelar el contrato',
  unfreezeDone: 'El contrato ya no está congelado.',

  feedback: '¿Quiere decir por qué?',
  feedbackHint: 'Solo si le apetece. {merchant} lo lee, y nada depende de ello.',
  TooExpensive: 'Es demasiado caro',
  MissingFeatures: 'Falta algo',
  SwitchedService: 'Me voy a otro sitio',
  Unused: 'No lo uso bastante',
  CustomerService: 'La atención al cliente',
  TooComplex: 'Es demasiado complicado',
  LowQuality: 'La calidad',
  Other: 'Otro motivo',
  feedbackComment: 'Con sus palabras, si quiere',
  feedbackSend: 'Enviar',
  feedbackThanks: 'Gracias. {merchant} lo lee.',
}
