/** Between the bytes that browsers want for passkeys and the JSON that travels; older browsers leave it to the page. */

export function requestOptions(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials = [], rpId, timeout, userVerification } = json;
  return {
    challenge: fromBase64Url(challenge),
    allowCredentials: allowCredentials.map(({ id }) => ({ type: 'public-key', id: fromBase64Url(id) })),
    ...(rpId !== undefined && { rpId }),
    ...(timeout !== undefined && { timeout }),
    ...(isVerification(userVerification) && { userVerification }),
  };
}

function isVerification(wanted: string | undefined): wanted is UserVerificationRequirement {
  return wanted === 'required' || wanted === 'preferred' || wanted === 'discouraged';
}

/** What a passkey has signed. */
export function assertionJson(credential: PublicKeyCredential): object {
  const { id, rawId, type, authenticatorAttachment, response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new TypeError('not the answer of a passkey');
  return {
    id,
    rawId: toBase64Url(rawId),
    type,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      authenticatorData: toBase64Url(response.authenticatorData),
      signature: toBase64Url(response.signature),
      userHandle: response.userHandle ? toBase64Url(response.userHandle) : null,
    },
  };
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function toBase64Url(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
