import type { Says } from '../says.ts';
import type { login as english } from '../en/login.ts';

export const login: Says<typeof english> = {
  'console.login.heading': 'Вход в конзолата',
  'console.login.text': 'За хората, които управляват канал.',
  'console.login.email': 'Имейл',
  'console.login.password': 'Парола',
  'console.login.showPassword': 'Показване на паролата',
  'console.login.submit': 'Вход',
  'console.login.wrong': 'Грешен имейл или парола.',
  'console.login.wait':
    'Твърде много опити. Опитайте отново след {seconds, plural, one {# секунда} other {# секунди}}.',
  'console.login.expired': 'Влизането отне твърде дълго. Въведете паролата си отново.',
  'console.login.passkey': 'Използване на ключ за достъп',
  'console.login.passkeyRefused': 'Ключът за достъп не беше приет.',
  'console.login.passkeyFailed': 'Ключът за достъп не можа да се използва. Опитайте отново.',
  'console.login.second': 'Втора стъпка',
  'console.login.code': 'Код',
  'console.login.codeText': 'Въведете шестте цифри от приложението си за удостоверяване.',
  'console.login.passkeyText': 'Потвърдете с ключа си за достъп, че това сте вие.',
  'console.login.recoveryCode': 'Резервен код',
  'console.login.recoveryText': 'Въведете един от резервните си кодове. Всеки важи веднъж.',
  'console.login.elsewhere':
    'Ключът ви за достъп е за друг адрес на конзолата. Влезте там или помолете администратора на сървъра да нулира достъпа ви.',
  'console.login.wrongCode': 'Кодът е грешен или вече е използван.',
  'console.login.useRecovery': 'Използване на резервен код',
  'console.login.noRecovery': 'Без резервен код',
  'console.login.back': 'Назад към паролата',
};
