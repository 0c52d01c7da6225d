import type { Says } from '../says.ts';
import type { search as english } from '../en/search.ts';

export const search: Says<typeof english> = {
  'search.title': 'Търсене навсякъде',
  'search.label': 'Търсене в канала',
  'search.placeholder': 'Мач, страница, поръчка, адрес или връзка',
  'search.hint': 'Въведете име, номер на поръчка или имейл, или поставете връзка към канала. > намира само екрани.',
  'search.recent': 'Отваряни наскоро',
  'search.screens': 'Екрани',
  'search.actions': 'Действия',
  'search.games': 'Мачове',
  'search.newPage': 'Нова страница',
  'search.newSlide': 'Нов слайд',
  'search.newQuestion': 'Нов въпрос',
  'search.newForm': 'Нов формуляр',
  'search.searching': 'Търсене…',
  'search.none': 'Няма съвпадения. Опитайте с по-малко букви.',
  'search.failed': 'Търсенето не успя. Проверете връзката си.',
  'keys.title': 'Клавиатура',
  'keys.single': 'Единични букви като бързи клавиши',
  'keys.singleText': 'Изключете това, ако програма за диктуване или въвеждане ги натиска по погрешка. Ctrl K остава.',
};
