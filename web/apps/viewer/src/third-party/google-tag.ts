import { scriptLoader } from './script-loader.ts';

declare global {
  var dataLayer: unknown[] | undefined;
}

const ORIGIN = 'https://www.googletagmanager.com';

/** Loads the tag. Returns what tells it of a page. */
export function startGoogleTag(tag: string): (address: string) => void {
  const layer = (globalThis.dataLayer ??= []);
  const isContainer = tag.startsWith('GTM-');
  const ads = tag.startsWith('AW-') ? 'granted' : 'denied';
  const none = {
    analytics_storage: 'denied',
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
  };
  gtag('consent', 'default', none);
  gtag('consent', 'update', { ...none, analytics_storage: 'granted', ad_storage: ads, ad_user_data: ads });
  if (isContainer) {
    layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  } else {
    gtag('js', new Date());
    // The address that it would read by itself has more in it than anybody is to know.
    gtag('config', tag, { send_page_view: false });
  }
  // One that an extension blocks is missed by nobody here.
  scriptLoader(`${ORIGIN}/${isContainer ? 'gtm.js' : 'gtag/js'}?id=${tag}`, 'touchline-tag')().catch(() => {});
  let referrer = refererOrigin();
  return (address) => {
    const page = { page_location: address, page_referrer: referrer };
    referrer = address;
    if (isContainer) {
      layer.push({ event: 'page_view', ...page });
      return;
    }
    gtag('set', page);
    gtag('event', 'page_view', page);
  };

  function gtag(..._command: readonly unknown[]): void {
    // oxlint-disable-next-line eslint/prefer-rest-params -- Google's script tells commands from other things by this object
    layer.push(arguments);
  }
}

function refererOrigin(): string {
  const origin = URL.canParse(document.referrer) ? new URL(document.referrer).origin : location.origin;
  return origin === location.origin ? '' : origin;
}

/** Removes the cookies that Google's scripts have set for this site. */
export function forgetGoogle(): void {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=', 1)[0] ?? '');
  const parts = location.hostname.split('.');
  const domains = parts.map((_, index) => `; domain=.${parts.slice(index).join('.')}`);
  for (const name of names.filter((found) => /^_(?:ga|gid|gat|gcl)/.test(found))) {
    for (const domain of ['', ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}
