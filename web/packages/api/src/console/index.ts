export {
  fetchMail,
  fetchMails,
  fetchSession,
  logIn,
  logOut,
  type MailDetail,
  type MailsQuery,
  type MailState,
  type MailSummary,
  type May,
  type OperatorChannel,
  retryMail,
  type Role,
  type Session,
} from './calls.ts';
export { ApiError, RequestError } from '../errors.ts';
