import type { Catalogue } from '../catalogue.ts';

export const bg: Catalogue = {
  'boot.technicalDifficulties': 'Извинете ни, имаме технически затруднения',
  'boot.technicalDifficultiesHint': 'Работим по проблема. Страницата ще се върне сама, щом стане възможно.',
  'boot.reload': 'Презареди',
  'boot.reloadIn': 'Презареждане след {seconds, plural, one {# секунда} other {# секунди}}',

  'error.generic': 'Нещо се обърка. Опитайте отново или се свържете с техническата поддръжка',
  'error.offline': 'Нямате връзка с интернет. Ще продължим, щом тя се възстанови.',
  'error.tooMany': 'Твърде много заявки. Моля, изчакайте малко.',
  'error.chunk': 'Този екран не се зареди. Проверете връзката си и опитайте отново.',

  'notFound.title': 'Мачът не е намерен',
  'notFound.text':
    'Мачът или страницата, които търсите, не са тук. Възможно е връзката да е стара или в адреса да има грешка.',
  'notFound.home': 'Към началната страница',

  'ui.close': 'Затвори',
  'ui.dismiss': 'Скрий',
  'ui.notifications': 'Известия',
  'ui.retry': 'Опитайте отново',

  'motion.pause': 'Спри движението',
  'motion.resume': 'Пусни движението',

  'shell.skip': 'Към съдържанието',
  'shell.menu': 'Меню',
  'shell.language': 'Език',

  'nav.main': 'Основно меню',
  'nav.footer': 'Долно меню',
  'nav.home': 'Начало',
  'nav.schools': 'Училища',
  'nav.teams': 'Отбори',
  'nav.faq': 'Въпроси и отговори',

  'cookies.title': 'Бисквитки',
  'cookies.text':
    'Запазваме само необходимото, за да работи страницата. Може ли да запазваме и това, което ни помага да я подобряваме?',
  'cookies.accept': 'Приемам',
  'cookies.decline': 'Отказвам',

  'hero.label': 'Акценти',
  'hero.position': '{number} от {count}: {title}',
  'hero.show': 'Покажи слайд {number}',
  'hero.previous': 'Предишен слайд',
  'hero.next': 'Следващ слайд',
  'hero.nextGame': 'Следващ мач: {title}. {facts}',
  'hero.lastGame': 'Последен мач: {title}. {facts}',
  'hero.noGames': 'Все още няма обявени мачове.',

  'rail.previous': '{title}: назад',
  'rail.next': '{title}: напред',

  'filter.label': 'Филтър',
  'filter.clear': 'Покажи всички мачове',
  'filter.schools': 'Изберете училище',
  'filter.teams': 'Отбори на {school}',
  'filter.allTeams': 'Всички отбори',
  'filter.unknown': 'Не познаваме „{name}“',
  'filter.unknownText':
    'Възможно е училището или отборът да е с ново име. Изберете от списъка по-горе или вижте всички мачове.',

  'home.live': 'На живо',
  'home.upcoming': 'Предстои скоро',
  'home.finished': 'Последни пълни записи',
  'home.empty': 'Все още няма мачове',
  'home.error': 'Мачовете не можаха да се заредят.',
  'home.title': 'Начало',
  'home.emptyText': 'Новите мачове се появяват тук веднага щом бъдат обявени. Очакваме ви отново.',
  'home.emptyFiltered': 'За този избор няма обявени мачове. Другите отбори играят.',
  'home.noLive': 'В момента няма мач на живо',
  'home.noLiveText': 'Пълните записи са по-надолу.',
  'home.nextGame': 'Следва: {title}, {time}',
  'home.noUpcoming': 'Все още няма насрочени мачове',
  'home.noUpcomingText': 'Дотогава гледайте последните пълни записи.',
  'home.noFinished': 'Все още няма пълни записи',
  'home.noFinishedText': 'Появяват се тук след последния съдийски сигнал.',

  'state.live': 'На живо',
  'state.upcoming': 'Предстои',
  'state.finished': 'Край',

  'access.free': 'Безплатно',
  'access.register': 'С безплатен профил',
  'access.paid': 'С абонамент',
  'access.ppv': 'Платено гледане',
  'access.included': 'Включен',
  'access.freeSentence': 'Безплатно за всички.',
  'access.registerSentence': 'Безплатно гледане с профил.',
  'access.paidSentence': 'За да гледате този мач, ви трябва абонамент.',
  'access.ppvSentence': 'Този мач се заплаща отделно.',
  'access.includedSentence': 'Включен във вашия план.',

  'card.score': 'Резултат',
  'card.duration': 'Времетраене',

  'time.yours': '{time} ваше време',

  'event.details': 'Подробности за мача',
  'event.watchLive': 'Гледай сега',
  'event.watchAgain': 'Гледай целия мач',

  'watch.title': 'Гледай',
  'watch.error': 'Мачът не можа да се зареди.',
  'watch.startsIn': 'Започва след',
  'watch.days': '{count, plural, one {ден} other {дни}}',
  'watch.hours': '{count, plural, one {час} other {часа}}',
  'watch.minutes': '{count, plural, one {минута} other {минути}}',
  'watch.seconds': '{count, plural, one {секунда} other {секунди}}',
  'watch.aboutToStart': 'Мачът започва всеки момент.',
  'watch.noVideo': 'Видеото от този мач още не е налично.',
  'watch.when': 'Кога',
  'watch.yourTime': 'Ваше време',
  'watch.where': 'Къде',
  'watch.sport': 'Спорт',
  'watch.access': 'Достъп',
  'watch.teams': 'Отбори',
  'watch.away': 'Гост',
  'watch.home': 'Домакин',
  'watch.related': 'Още мачове',

  'faq.title': 'Въпроси и отговори',
  'faq.heading': 'Често задавани въпроси',
  'faq.empty': 'Все още няма въпроси',
  'faq.emptyText': 'Тук ще намерите отговори на честите въпроси.',

  'page.error': 'Страницата не можа да се зареди.',

  'price.perMonth': '{price} / месец',
  'price.perYear': '{price} / година',
};
