export {
  fetchMail,
  fetchMails,
  fetchSession,
  fetchTargets,
  fetchUploads,
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
  type TargetDetails,
  type TargetKind,
  type UploadState,
  type UploadSummary,
} from './calls.ts';
export { beginUpload, removeUpload, sendFile } from './tus.ts';
export { ApiError, isCancelled, RequestError } from '../errors.ts';
