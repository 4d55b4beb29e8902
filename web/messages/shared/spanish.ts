import type { CatalogueOf } from '../translate.ts'
import type { english } from './english.ts'

export const spanish: CatalogueOf<typeof english> = {
  network: 'Red',
  token: 'Token',

  copy: 'Copiar',
  copyAddress: 'Copiar la dirección',
  copied: 'Copiado',
  addressCopied: 'Dirección copiada',
  pageCopied: 'Enlace a esta página copiado',
  openInApp: 'Abrir en un monedero',

  unnamedWallet: 'Monedero de este navegador',
  noWallet: 'No hay ningún monedero en este navegador.',
  noWalletTouched: 'En un teléfono, el monedero es una aplicación con su propio navegador.',
  copyPage: 'Copiar el enlace a esta página',
  connectHint: 'Primero conecte; todavía no se paga nada.',
  connecting: 'Confirme la conexión en {wallet}.',
  connectedAs: 'Conectado con {wallet}',
  pairingHint: 'Escanee este código con su aplicación de monedero, o ábrala en este dispositivo.',
  pairingCodeText: 'Código QR que conecta una aplicación de monedero con esta página.',
  copyPairing: 'Copiar el enlace de conexión',
  pairingCopied: 'Enlace de conexión copiado',
  otherWallet: 'Usar otro monedero',
  checking: 'Comprobando la dirección y la red…',

  wrongNetwork: 'Su monedero está en otra red.',
  switchTo: 'Cambiar a {network}',
  switching: 'Confirme el cambio en {wallet}.',
  switchRefused: 'El monedero sigue en la otra red. Esta página solo funciona en {network}.',
  networkUnknown:
    'Su monedero no conoce {network}. Añádala en los ajustes del monedero e inténtelo de nuevo.',

  declined: 'Usted lo rechazó en el monedero. No se ha enviado nada.',
  alreadyAsked: 'El monedero le está esperando: ábralo y responda allí.',
  walletFailed: 'El monedero dijo: {message}',
  walletSilent: 'El monedero no respondió. Compruebe que está desbloqueado e inténtelo de nuevo.',
  tryAgain: 'Intentar de nuevo',

  transaction: 'Transacción',
  receiptDate: 'Fecha',
  paymentNumber: 'Número de pago',
  returnTo: 'Volver a {host}',
  opensNewTab: 'se abre en una pestaña nueva',

  contact: 'Contactar con {merchant}: {address}',
  questions: 'Preguntas',
}
