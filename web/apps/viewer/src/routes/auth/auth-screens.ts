/** The screens of the login are one chunk: they share most of their code, and lead to each other. */
export { AuthDialog } from './auth-dialog.tsx';
export { LoginScreen } from './login.tsx';
export { PasswordResetRequestScreen } from './password-reset-request.tsx';
export { PasswordResetScreen } from './password-reset.tsx';
export { RegistrationScreen } from './registration.tsx';
export { VerifyEmailScreen } from './verify-email.tsx';
export { VerifyNoticeScreen } from './verify-notice.tsx';
