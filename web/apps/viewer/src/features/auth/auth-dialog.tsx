import { useAccountT } from '@touchline/i18n';
import { Dialog, IconButton } from '@touchline/ui';
import { X } from 'lucide-react';
import { AuthViews } from './auth-views.tsx';
import { Login } from './login-screen.tsx';
import { Registration } from './registration-screen.tsx';

interface AuthDialogProps {
  readonly way: 'login' | 'register';
  /** What it stands over, and leads back to. */
  readonly page: string;
  readonly onClose: () => void;
}

/** The login and registration, over the open page. */
export function AuthDialog({ way, page, onClose }: AuthDialogProps) {
  const t = useAccountT();
  const Way = way === 'login' ? Login : Registration;
  return (
    <Dialog
      open
      onClose={onClose}
      label={way === 'login' ? t('login.title') : t('register.title')}
      className="popup p-5 sm:p-8"
    >
      <IconButton label={t('ui.close')} className="float-right -mt-2 -mr-2" onClick={onClose}>
        <X aria-hidden size={20} />
      </IconButton>
      <AuthViews>
        <Way page={page} />
      </AuthViews>
    </Dialog>
  );
}
