/** The screens of the login are one chunk: they share most of their code, and lead to each other. */
export { AuthDialog } from './auth-dialog.tsx';
export { LoginScreen } from './login-screen.tsx';
export { PasswordResetRequestScreen } from './password-reset-request-screen.tsx';
export { PasswordResetScreen } from './password-reset-screen.tsx';
export { RegistrationScreen } from './registration-screen.tsx';
export { VerifyEmailScreen } from './verify-email-screen.tsx';
export { VerifyNoticeScreen } from './verify-notice-screen.tsx';
