import type { Says } from '../says.ts';
import type { checklist as english } from '../en/checklist.ts';

/** Какво липсва до първия мач и неговите проби. */
export const checklist: Says<typeof english> = {
  'checklist.title': 'Подготовка',
  'checklist.text': 'Какво липсва до първия мач. Пробата прави същинското действие и казва какво е станало.',
  'checklist.error': 'Списъкът не можа да се зареди.',
  'checklist.inSetup': 'Помощникът за настройка не е завършен.',
  'checklist.goOn': 'Продължаване на настройката',
  'checklist.allDone': 'Всичко е готово',
  'checklist.planFirst': 'Планирайте първия си мач.',
  'checklist.missing': 'За вършене',
  'checklist.untested': 'Без проба',
  'checklist.failed': 'Неуспешна проба',
  'checklist.done': 'Готово',
  'checklist.optional': 'По желание',
  'checklist.mail': 'Имейли',
  'checklist.testMail': 'Изпращане на пробен имейл',
  'checklist.mailBy': 'Имейлите се изпращат през {server}, от {sender}.',
  'checklist.mailKept': 'Този сървър няма пощенски сървър; пази имейлите за разработчици на /dev/mail.',
  'checklist.noMail':
    'Няма настроен пощенски сървър: имейлите не се изпращат. Задайте SMTP_URL на сървъра и го стартирайте отново.',
  'checklist.mailAccepted': 'Изпратено до вас, {time}, прието от {target}, {seconds} s.',
  'checklist.mailReceivedHere': 'Получено тук, {time}, {seconds} s: прочетете го на {target} от машината на сървъра.',
  'checklist.mailRefused': 'Не е изпратено ({time}): {response}',
  'checklist.payments': 'Плащания',
  'checklist.testPayments': 'Пробно плащане',
  'checklist.testLivePayments': 'Проверка на ключовете',
  'checklist.testMode': '{provider}, тестов режим: не се движат истински пари.',
  'checklist.livePayments': 'Stripe с истински ключове: пробата пита за уебхуковете и не тегли нищо.',
  'checklist.noPayments':
    'Няма ключове: нищо не може да се продава. Задайте STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY и STRIPE_WEBHOOK_SECRET на сървъра, или TOUCHLINE_TEST_PAYMENTS=true за проба.',
  'checklist.realBefore':
    'Тук вече са взети истински пари, затова се ползват само истински ключове. Задайте ги на сървъра.',
  'checklist.notNeeded': 'Нужни са, щом продавате абонаменти.',
  'checklist.paidAndRefunded':
    '2,00 бяха платени с тестова карта и върнати, {time}, {seconds} s ({target}, {response}).',
  'checklist.paidNotRefunded': 'Плащането успя, връщането не ({time}). {response}',
  'checklist.paymentRefused': '{target} отказа ({time}): {response}',
  'checklist.keyRefused': '{target} не приема ключа ({time}).',
  'checklist.liveKeysWork':
    'Ключовете работят и уебхуковете стигат до {response} ({time}, {seconds} s). Нищо не е изтеглено.',
  'checklist.noWebhook':
    'Ключът работи, но никой активен уебхук не води до хост на този канал ({time}). Добавете адреса /api/stripe/webhook в Stripe.',
  'checklist.webhooksUnknown':
    'Ключът работи за {response}, но не може да изброи уебхуковете: проверете адреса в Stripe ({time}).',
  'checklist.providerUnreachable': '{target} не отговори ({time}).',
  'checklist.encoder': 'Енкодер',
  'checklist.testEncoder': 'Изпращане на пробна картина',
  'checklist.encoderAt': 'Сървърът чака енкодери на {address} (RTMP).',
  'checklist.encoderLocal':
    'До него стигат само програми на машината на сървъра. За камери задайте TOUCHLINE_RTMP_LISTEN.',
  'checklist.encoderOutside':
    'Пробата тръгва от самия сървър: дали камерите стигат до порта отвън, зависи от защитната стена.',
  'checklist.noEncoder': 'Сървърът не чака енкодери: RTMP_PORT е изключен.',
  'checklist.onAir':
    'В ефир, {time}: картината влезе през {target}, първият сегмент излезе след {seconds} s. Не беше показана на зрителите.',
  'checklist.noFfmpeg': 'Пробната картина не можа да се направи ({time}): {response}',
  'checklist.encoderRefused': 'Сървърът не прие енкодера ({time}).',
  'checklist.noSegments': 'Енкодерът се свърза, но не беше създаден сегмент ({time}).',
  'checklist.legal': 'Правни страници',
  'checklist.legalText': 'Много държави изискват тези страници, а платежните доставчици питат за тях.',
  'checklist.pageMissing': 'липсва',
  'checklist.toTexts': 'Към правните текстове',
  'checklist.host': 'Хост',
  'checklist.testHost': 'Проверка на хоста',
  'checklist.hostText': 'Зрителите отварят {host}.',
  'checklist.noHost': 'Каналът няма хост: никой не може да го отвори.',
  'checklist.hostReached': '{target} води до този сървър ({time}, {seconds} s).',
  'checklist.hostNotReached':
    '{target} не води до този сървър ({time}). „Канал“ в менюто показва какво отговаря всеки от адресите му.',
  'checklist.testing': 'Пробва се …',
  'checklist.tooOften': 'Твърде много проби. Изчакайте минута.',
  'checklist.notTested': 'Пробата не можа да се направи. Опитайте отново.',
};
