import type { Says } from '../says.ts';
import type { setup as english } from '../en/setup.ts';

export const setup: Says<typeof english> = {
  'setup.title': 'Настройка на сървъра',
  'setup.text': 'Още никой не управлява този сървър. Създайте своя вход, а след това и първия си канал.',
  'setup.noLink':
    'Отворете връзката за настройка, която сървърът показа при стартирането си. Тя е и във файла setup-link в папката му с данни.',
  'setup.used': 'Този сървър вече е настроен. Връзката за настройка работи само веднъж.',
  'setup.toLogin': 'Към входа',
  'setup.name': 'Вашето име',
  'setup.passwordHint': 'Поне 8 знака.',
  'setup.submit': 'Създаване на вход',
  'setup.waiting':
    'Още никой не управлява този сървър. Отворете връзката за настройка, която той показа при стартирането си; тя е и във файла setup-link в папката му с данни.',
  'channels.new': 'Нов канал',
  'channels.newText': 'Каналът е отделен сайт със свои мачове, членове и облик.',
  'channels.name': 'Име',
  'channels.alias': 'Адрес в конзолата',
  'channels.aliasHint': 'Малки латински букви, цифри и тирета.',
  'channels.host': 'Име на хост',
  'channels.hostHint':
    'Това, което посетителите отварят в браузъра, например tv.uchilishte.example. DNS записът му трябва да води към този сървър.',
  'channels.language': 'Език',
  'channels.currency': 'Валута',
  'channels.create': 'Създаване на канал',
  'channels.created': 'Каналът е създаден',
};
