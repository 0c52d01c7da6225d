import { useParams, useSearch } from '@tanstack/react-router';
import { NotFound } from '../../navigation/not-found.tsx';
import { ResourceFormScreen } from '../../resource/resource-form-screen.tsx';
import { siteResource } from './site-resources.ts';

/** The form of one item. */
export function SiteFormScreen() {
  const { noun, item } = useParams({ from: '/$channel/site/$noun/$item' });
  const { version, language } = useSearch({ from: '/$channel/site/$noun/$item' });
  const resource = siteResource(noun);
  if (!resource) return <NotFound />;
  return <ResourceFormScreen resource={resource} item={item} version={version} beginsIn={language} />;
}
