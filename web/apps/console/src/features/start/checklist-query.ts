import { queryOptions } from '@tanstack/react-query';
import { fetchChecklist } from '@touchline/api/console';

export const checklistQuery = (channel: number) =>
  queryOptions({
    queryKey: ['checklist', channel],
    queryFn: ({ signal }) => fetchChecklist(channel, signal),
  });
