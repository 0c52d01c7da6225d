export type { ApiClient } from './client.ts';
export { type Connection, createConnection } from './connection.ts';
export {
  addPasskey,
  beginPasskey,
  confirmDeletion,
  createPlayerAddress,
  endOtherSessions,
  endSession,
  exportData,
  fetchAccess,
  fetchPasskeys,
  fetchPlayerAddresses,
  fetchSessions,
  letDeviceIn,
  lookUpDevice,
  removePasskey,
  requestDeletion,
  resendVerification,
  revokePlayerAddress,
  updateProfile,
} from './endpoints/account.ts';
export { fetchCaptcha } from './endpoints/captcha.ts';
export { fetchBootstrap, fetchPage } from './endpoints/channel.ts';
export { fetchContent, fetchPageSince } from './endpoints/content.ts';
export {
  createClip,
  deleteClip,
  fetchClip,
  fetchClipAudience,
  fetchClipDownload,
  fetchClipTags,
  fetchEventClips,
  fetchGamesWithClips,
  fetchMoments,
  fetchOwnClips,
  fetchSharedClip,
  retryClip,
} from './endpoints/clips.ts';
export {
  beginCard,
  buy,
  fetchCards,
  fetchOrder,
  fetchOrders,
  fetchPasses,
  fetchPortal,
  fetchQuote,
  removeCard,
  startTrial,
  unsubscribe,
} from './endpoints/commerce.ts';
export { fetchEvent, fetchHomeEvents } from './endpoints/events.ts';
export {
  addSession,
  askDeviceSession,
  beginPasskeyLogin,
  finishPasskeyLogin,
  logIn,
  logInByCode,
  register,
  requestLoginCode,
  requestPasswordReset,
  resetPassword,
  startDeviceLogin,
  startSocialLogin,
  undoEmailChange,
  verifyEmail,
} from './endpoints/auth.ts';
export { logOut } from './endpoints/logout.ts';
export { addFavourite, fetchFavourites, fetchFavouritesCalendar, removeFavourite } from './endpoints/favourites.ts';
export { fetchForm, sendForm } from './endpoints/forms.ts';
export {
  fetchGameDays,
  fetchGames,
  fetchLiveChanges,
  fetchSearch,
  type GamesQuery,
  liveUpdatesUrl,
} from './endpoints/games.ts';
export type { Listed } from './endpoints/unwrap.ts';
export { completePreroll, fetchDownload, fetchPlayback, fetchPreroll, takeOver } from './endpoints/playback.ts';
export { fetchGeo } from './endpoints/geo.ts';
export { fetchVodCategories, fetchVodItem, fetchVodItems, fetchVodRails, searchVod } from './endpoints/vod.ts';
export { fetchParticipants } from './endpoints/participants.ts';
export { fetchProfile } from './endpoints/profile.ts';
export { ApiError, CHANNEL_PAUSED, isCancelled, RequestError } from './errors.ts';
export { fieldProblems } from './field-problems.ts';
export type { ApiEvents, Events } from './events.ts';
export { type PageData, readPageData } from './page-data.ts';
export { type Boot, startUp } from './start-up.ts';
export { createStored, type GamesView, type Stored } from './stored.ts';
export type * from './types.ts';
