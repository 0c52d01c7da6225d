import type { Says } from '../says.ts';
import type { invitation as english } from '../en/invitation.ts';

export const invitation: Says<typeof english> = {
  'invitation.title': 'Покана',
  'invitation.heading': 'Присъединете се към екипа на {channel}',
  'invitation.by': '{name} ви кани. Вашата роля: {role}.',
  'invitation.role': 'Вашата роля: {role}.',
  'invitation.for': 'Тази покана е за {email}.',
  'invitation.name': 'Вашето име',
  'invitation.password': 'Изберете парола',
  'invitation.passwordHint': 'Поне 8 знака.',
  'invitation.accept': 'Приемане на поканата',
  'invitation.hasAccount': 'Този адрес вече има профил. Влезте, за да приемете поканата.',
  'invitation.logIn': 'Вход',
  'invitation.otherAccount': 'Влезли сте като {email}. Излезте, за да приемете тази покана.',
  'invitation.logOut': 'Изход',
  'invitation.toConsole': 'Към конзолата',
  'invitation.ended': 'Тази покана вече не е валидна',
  'invitation.endedText': 'Тя е използвана, оттеглена или твърде стара. Поискайте нова от човека, който ви е поканил.',
  'invitation.error': 'Поканата не можа да се зареди.',
  'invitation.failed': 'Поканата не можа да се приеме. Опитайте отново.',
  'invitation.full': 'Екипът е пълен. Обърнете се към човека, който ви е поканил.',
  'invitation.joined': 'Добре дошли в екипа на {channel}.',
};
