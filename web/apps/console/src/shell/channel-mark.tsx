import type { OperatorChannel } from '@touchline/api/console';

/** The logo of a channel, or its first letter on its colour. */
export function ChannelMark({ channel: { logo, accent, name } }: { readonly channel: OperatorChannel }) {
  if (logo !== null) return <img src={logo} alt="" className="channel-mark object-contain" />;
  return (
    <span aria-hidden className="channel-mark" style={accent === null ? undefined : { outlineColor: accent }}>
      {String.fromCodePoint(name.codePointAt(0) ?? 0x20)}
    </span>
  );
}
