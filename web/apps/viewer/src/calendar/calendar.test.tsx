import { loadContentMessages } from '@touchline/i18n';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Popups } from '@touchline/ui';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderInApp } from '../testing/render-in-app.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { webcalAddress } from './calendar-address.ts';
import { CalendarFeed } from './calendar-feed.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

beforeAll(loadContentMessages);

const FEED = 'https://channel.test/calendar/teams/4.ics';

describe('calendar', () => {
  afterEach(cleanup);

  it('EVT-10 a game that is to come can be put into a calendar', async () => {
    await renderInApp(<AddToCalendar event={{ id: 12, stream_status: 'upcoming' }} />);
    const link = screen.getByRole('link', { name: 'Add to calendar' });
    expect(link.getAttribute('href')).toBe('http://channel.test/calendar/games/12.ics');
  });

  it.each(['live', 'finished'] as const)('EVT-10 a %s game has no such button', async (stream_status) => {
    await renderInApp(<AddToCalendar event={{ id: 12, stream_status }} />);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('a feed opens in calendar programs by their own scheme', () => {
    expect(webcalAddress(FEED)).toBe('webcal://channel.test/calendar/teams/4.ics');
    expect(webcalAddress('http://localhost:8080/a.ics?x=http:')).toBe('webcal://localhost:8080/a.ics?x=http:');
  });

  it('a feed can be copied', async () => {
    const write = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', { clipboard: { writeText: write } });
    await renderInApp(<CalendarFeed url={FEED} />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy address' }));
    expect(write).toHaveBeenCalledWith(FEED);
    expect(screen.getByLabelText<HTMLInputElement>('Address of the calendar').value).toBe(FEED);
  });

  it('the calendar of a team is explained in a popup', async () => {
    await renderInApp(
      <>
        <SubscribeButton team={{ id: 4, name: 'Granite Bears' }} />
        <Popups />
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Subscribe to the games of Granite Bears' }));
    const link = await screen.findByRole('link', { name: 'Open in calendar' });
    expect(link.getAttribute('href')).toBe('webcal://channel.test/calendar/teams/4.ics');
    expect(screen.getByRole('heading').textContent).toBe('Games of Granite Bears in your calendar');
  });
});
