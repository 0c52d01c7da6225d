import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NotFound } from '../../navigation/not-found.tsx';
import { ResourceListScreen } from '../../resource/resource-list-screen.tsx';
import { siteResource } from './site-resources.ts';
import { listSearch } from './site-search.ts';

/** The list of a type of content. */
export function SiteListScreen() {
  const { noun } = useParams({ from: '/$channel/site/$noun' });
  const { find = '' } = useSearch({ from: '/$channel/site/$noun' });
  const navigate = useNavigate({ from: '/$channel/site/$noun' });
  const resource = siteResource(noun);
  if (!resource) return <NotFound />;
  return (
    <ResourceListScreen
      resource={resource}
      find={find}
      onFind={(text) => void navigate({ search: listSearch({ find: text }), replace: true, resetScroll: false })}
    />
  );
}
