import type { Says } from '../says.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Says<typeof english> = {
  'settings.title': 'Настройки',
  'settings.notForRole': 'Нямате достъп',
  'settings.notForRoleText': 'Настройките на канала променят само собствениците и редакторите.',
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
};
