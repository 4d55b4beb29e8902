import type { CatalogueOf } from '../translate.ts'
import type { english } from './english.ts'

export const russian: CatalogueOf<typeof english> = {
  network: 'Сеть',
  token: 'Токен',

  copy: 'Копировать',
  copyAddress: 'Копировать адрес',
  copied: 'Скопировано',
  addressCopied: 'Адрес скопирован',
  pageCopied: 'Ссылка на эту страницу скопирована',
  openInApp: 'Открыть в кошельке',

  unnamedWallet: 'Кошелёк этого браузера',
  noWallet: 'В этом браузере нет кошелька.',
  noWalletTouched: 'На телефоне кошелёк — это приложение со своим браузером.',
  copyPage: 'Копировать ссылку на эту страницу',
  connectHint: 'Сначала подключение; списаний ещё не будет.',
  connecting: 'Подтвердите подключение в {wallet}.',
  connectedAs: 'Подключён {wallet}',
  pairingHint: 'Отсканируйте этот код приложением-кошельком или откройте его на этом устройстве.',
  pairingCodeText: 'QR-код, который соединяет приложение-кошелёк с этой страницей.',
  copyPairing: 'Скопировать ссылку для подключения',
  pairingCopied: 'Ссылка для подключения скопирована',
  otherWallet: 'Другой кошелёк',
  checking: 'Проверяем адрес и сеть…',

  wrongNetwork: 'Ваш кошелёк в другой сети.',
  switchTo: 'Переключить на {network}',
  switching: 'Подтвердите переключение в {wallet}.',
  switchRefused: 'Кошелёк остался в другой сети. Эта страница работает только в сети {network}.',
  networkUnknown:
    'Ваш кошелёк не знает сеть {network}. Добавьте её в настройках кошелька и попробуйте снова.',

  declined: 'Вы отказались в кошельке. Ничего не отправлено.',
  alreadyAsked: 'Кошелёк ждёт вашего ответа: откройте его.',
  walletFailed: 'Кошелёк сообщил: {message}',
  walletSilent: 'Кошелёк не ответил. Проверьте, что он разблокирован, и попробуйте снова.',
  tryAgain: 'Попробовать снова',

  transaction: 'Транзакция',
  receiptDate: 'Дата',
  paymentNumber: 'Номер платежа',
  returnTo: 'Вернуться на {host}',
  opensNewTab: 'откроется в новой вкладке',

  contact: 'Связаться с {merchant}: {address}',
  questions: 'Вопросы',
}
