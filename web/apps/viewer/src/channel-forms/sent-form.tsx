import { sendForm } from '@touchline/api';
import type { ComponentProps } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { useSession } from '../session/session.ts';
import { CustomForm } from './custom-form.tsx';

type SentFormProps = Pick<ComponentProps<typeof CustomForm>, 'form' | 'level'>;

/** A form whose answers go to the channel; visitors without an account prove that they are no program. */
export function SentForm({ form, level }: SentFormProps) {
  const { connection } = useAppContext();
  const isMember = useSession(({ user }) => user !== null);
  const send: ComponentProps<typeof CustomForm>['onSend'] = async (fields) => {
    const { withCaptcha } = await import('../captcha/captcha.ts');
    const { alias } = form;
    await withCaptcha(connection, isMember ? 'asked' : 'always', (token) => sendForm(connection, alias, fields, token));
  };
  return <CustomForm form={form} level={level} onSend={send} />;
}
