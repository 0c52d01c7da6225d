import type { Says } from '../says.ts';
import type { clips as english } from '../en/clips.ts';

export const clips: Says<typeof english> = {
  'fanClips.title': 'Клипове',
  'fanClips.text':
    'Клипове, които зрителите са изрязали от мачовете, най-новите първи. Сваленият клип изчезва веднага, а името ви се записва.',
  'fanClips.notForRole': 'Нямате достъп',
  'fanClips.notForRoleText': 'Клиповете на канала управляват само собствениците, редакторите и поддръжката.',
  'fanClips.more': 'Показване на още',
  'fanClips.empty': 'Още няма клипове',
  'fanClips.emptyText': 'Тук се появяват клиповете, които зрителите изрязват от мачовете на канала.',
  'fanClips.error': 'Клиповете не можаха да се заредят.',
  'fanClips.gone': 'Мачът вече не съществува',
  'fanClips.linkOnly': 'Само с връзката',
  'fanClips.accessOnly': 'Само с достъп до мача',
  'fanClips.hidden': 'Скрит след възстановена сума',
  'fanClips.facts': '{seconds} с · {views, plural, one {# гледане} other {# гледания}}',
  'fanClips.of': 'Профил {account}',
  'fanClips.takeDown': 'Сваляне',
  'fanClips.takeDownOf': 'Сваляне на {name}',
  'fanClips.ask': '{count, plural, one {Да се свали ли този клип?} other {Да се свалят ли # клипа?}}',
  'fanClips.askText':
    '{count, plural, one {Връзката, страницата и файловете му} other {Връзките, страниците и файловете им}} спират да работят веднага. Това не може да се отмени.',
  'fanClips.keep': 'Да остане',
  'fanClips.done': '{count, plural, one {Клипът е свален.} other {# клипа са свалени.}}',
  'fanClips.failed': 'Клипът не можа да се свали. Опитайте отново.',
  'fanClips.showAll': 'Показване на всички клипове',
  'fanClips.nothing': 'Този клип вече го няма',
  'fanClips.nothingText': 'Свален е или собственикът му го е премахнал.',
  'fanClips.takeDownCount': '{count, plural, one {Сваляне на # клип} other {Сваляне на # клипа}}',
};
