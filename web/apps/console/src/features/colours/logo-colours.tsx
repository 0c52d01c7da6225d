import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchLogoColours } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import type { ColorSettings } from '@touchline/theme';
import { Button } from '@touchline/ui';

interface LogoColoursProps {
  readonly channel: number;
  readonly onTaken: (colours: ColorSettings) => void;
}

/** Fills in colours that go with the logo; nothing is saved. */
export function LogoColours({ channel, onTaken }: LogoColoursProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const take = useMutation({
    mutationFn: () =>
      client.fetchQuery({
        queryKey: ['logo-colours', channel],
        queryFn: ({ signal }) => fetchLogoColours(channel, signal),
        // The logo may have changed since.
        staleTime: 0,
      }),
    onSuccess: ({ colours }) => {
      if (colours) onTaken(colours);
    },
  });
  const isNone = take.data?.colours === null;
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" disabled={take.isPending} onClick={() => take.mutate()}>
        {t('colours.fromLogo')}
      </Button>
      <output className="text-sm text-muted">
        {isNone && t('colours.noLogo')}
        {take.data?.colours && t('colours.taken')}
        {take.isError && t('colours.fromLogoFailed')}
      </output>
    </div>
  );
}
