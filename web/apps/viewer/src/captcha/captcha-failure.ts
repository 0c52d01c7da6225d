/** The proof that no robot sends a form could not be made. */
export class CaptchaFailure extends Error {
  override readonly name = 'CaptchaFailure';
}
