import type { Says } from '../says.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Says<typeof english> = {
  'settings.title': 'Настройки',
  'settings.error': 'Настройките не можаха да бъдат заредени.',
  'settings.general': 'Общи',
  'settings.name': 'Име',
  'settings.nameHelp': 'Стои горе на всяка страница и в имейлите.',
  'settings.tagline': 'Мото',
  'settings.taglineHelp': 'Един ред за това какво показва каналът. Може да е празно.',
  'settings.language': 'Основен език',
  'settings.languageHelp':
    'Езикът на текстовете, които пишете. Смяната не превежда нищо: текстовете остават каквито са.',
  'settings.multiLanguage': 'Няколко езика',
  'settings.multiLanguageHelp':
    'Посетителите избират английски, френски или български. Текст без превод остава на основния език.',
  'settings.currency': 'Валута',
  'settings.currencyHelp':
    'Цените запазват числата си: 9,99 долара стават 9,99 евро. След първата поръчка вече не може да се сменя.',
  'settings.currencyFixed': 'Вече не може да се сменя, защото каналът има поръчки в нея.',
  'settings.where': 'Къде може да се гледа',
  'settings.watchedIn': 'Държави',
  'settings.watchedInHelp':
    'Мачове със собствено правило следват него. Ако държавата на посетителя е неизвестна, „само в“ го спира.',
  'settings.accounts': 'Профили',
  'settings.registrationByMail': 'Потвърждаване на адресите с имейл',
  'settings.registrationByMailHelp':
    'Профилът работи след потвърждаване на адреса и никой не научава кои адреси имат профил.',
  'settings.revealUnknownEmail': 'Съобщаване за неизвестен адрес',
  'settings.revealUnknownEmailHelp':
    'Смяната на забравена парола тогава казва, че няма такъв профил. Така непознати могат да научат кой има.',
  'settings.playback': 'Гледане и клипове',
  'settings.maxStreams': 'Едновременни гледания',
  'settings.maxStreamsHelp': 'Устройства на един профил, от 1 до 20.',
  'settings.maxDownloads': 'Сваляния',
  'settings.maxDownloadsHelp':
    'Мачове и клипове на един профил за 30 дни, от 0 до 10 000. Абонаментът може да позволява друг брой.',
  'settings.maxClips': 'Клипове',
  'settings.maxClipsHelp': 'Клипове на един профил, от 0 до 10 000. Абонаментът може да позволява друг брой.',
  'settings.maxClipLength': 'Най-дълъг клип',
  'settings.maxClipLengthHelp': 'В секунди, от 5 до 600.',
  'settings.clipShare': 'Дял от мач за един член',
  'settings.clipShareHelp':
    'В проценти, от 0 до 100: колко от платен мач могат да покажат на всички клиповете на един член.',
  'settings.clipShareOfAll': 'Дял от мач за всички членове',
  'settings.clipShareOfAllHelp': 'В проценти, от 0 до 100: същото за клиповете на всички членове заедно.',
  'settings.prerollPause': 'Пауза след реклама',
  'settings.prerollPauseHelp':
    'В секунди, от 0 до 604 800 (седмица). Който е изгледал една докрай, не вижда друга толкова време.',
  'settings.statistics': 'Статистика',
  'settings.googleTag': 'Google таг',
  'settings.googleTagHelp': 'Идентификаторът, който Google показва, например G-AB12CD34. Празно: няма.',
  'settings.analyticsKey': 'Ключ за анализи',
  'settings.analyticsKeyHelp': 'Ключът, който сте получили от услугата за анализи. Празно: няма.',
  'embedding.title': 'Плейърът на други сайтове',
  'embedding.text':
    'Сайтовете, посочени тук, могат да показват плейъра на този канал в своите страници. На всеки друг сайт браузърите го блокират. Правилата за достъп остават в сила: мач, за който е нужен вход или пропуск, ги изисква и там.',
  'embedding.hosts': 'Сайтове',
  'embedding.hint':
    'По един сайт на ред, например club.example. Звездичката обхваща всички поддомейни: *.club.example позволява www.club.example, но не и самия club.example. Сайтовете трябва да използват https. Друг порт се добавя след името, както в club.example:8443.',
  'embedding.save': 'Запазване на сайтовете',
  'embedding.saved': 'Сайтовете са запазени.',
  'embedding.failed': 'Сайтовете не можаха да се запазят. Опитайте отново.',
  'embedding.error': 'Сайтовете не можаха да се заредят.',
  'embedding.code': 'Код за сайт',
  'embedding.codeText': 'Изберете мач и поставете този код в страницата там, където трябва да е плейърът.',
  'embedding.find': 'Търсене по име',
  'embedding.game': 'Мач',
  'embedding.noGames': 'Няма мач с това име.',
  'embedding.gamesError': 'Мачовете не можаха да се заредят.',
  'embedding.html': 'HTML код',
  'embedding.copy': 'Копиране на кода',
  'embedding.copied': 'Кодът е копиран.',
  'embedding.copyFailed': 'Браузърът ви не позволява копиране. Маркирайте кода и го копирайте сами.',
  'settings.timeZone': 'Часова зона',
  'settings.timeZoneHelp':
    'Зоната, в която въвеждате часове тук и в която писмата посочват дните. Вече зададените часове остават същите моменти.',
};
