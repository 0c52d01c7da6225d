/** Reads why the server refused a media request, whatever type of answer was asked for. */
export function playbackErrorCode(request: unknown): string {
  if (!(request instanceof XMLHttpRequest)) return 'playback_ended';
  return codeIn(textOf(request));
}

function textOf(request: XMLHttpRequest): string {
  const body: unknown = request.response;
  if (typeof body === 'string') return body;
  return body instanceof ArrayBuffer ? new TextDecoder().decode(body) : '';
}

/** The machine word of a refusal; one that says nothing is about a token that has run out. */
export function codeIn(text: string): string {
  try {
    const { code }: { code?: unknown } = JSON.parse(text);
    return typeof code === 'string' ? code : 'playback_ended';
  } catch {
    return 'playback_ended';
  }
}
