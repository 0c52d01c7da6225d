import { readPageData } from '@touchline/api';
import { createRoot } from 'react-dom/client';
import { start } from './app/start.tsx';
import './styles.css';

const container = document.getElementById('root');
if (!container) throw new Error('the page has no root');
void start(readPageData(document.getElementById('boot')), createRoot(container));
