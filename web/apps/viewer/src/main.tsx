// First, because it sets the order of the layers.
import './styles.css';
import { readPageData } from '@touchline/api';
import { createRoot } from 'react-dom/client';
import { start } from './app/start.tsx';
// Sheets of a few hundred bytes come with the page's own: as files of their own they would cost more than they weigh.
import './shell/header.css';
import './shell/nav-panel.css';
import './shell/account-button.css';
import './shell/live-mark.css';
import './shell/tab-bar.css';
import './shell/progress-line.css';
import './shell/shell.css';
import './features/home/hero.css';
import './features/home/filter-bar.css';
import './rail/rail.css';
import './rail/strip.css';
import './playback/watch-page.css';
import './art/event-art.css';
import './events/card.css';
import './tutorial/coach-mark.css';
import './features/pages/reading.css';
import './rich-text/rich-text.css';
import './rich-text/table-frame.css';
import './features/vod/vod-grid.css';
import './features/vod/vod-card.css';
import './features/pages/contacts.css';
import './region/region-message.css';

const container = document.getElementById('root');
if (!container) throw new Error('the page has no root');
void start(readPageData(document.getElementById('boot')), createRoot(container));
