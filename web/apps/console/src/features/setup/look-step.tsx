import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ChannelColours,
  colourCalls,
  fetchLogoColours,
  setChannelPicture,
  versionConflict,
} from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { buildTheme, DEFAULT_SETTINGS } from '@touchline/theme';
import { Button, ErrorState, Skeleton } from '@touchline/ui';
import { useState } from 'react';
import { FormAlert } from '../../forms/form-alert.tsx';
import { channelPictureQuery, picturesQuery } from '../../pictures/picture-queries.ts';
import { PictureUpload } from '../../pictures/picture-upload.tsx';
import { ColourField } from '../../resource/colour-field.tsx';
import { rowsQuery } from '../../resource/resource-queries.ts';
import { colourChanges } from '../colours/changes.ts';
import { ChangeList } from '../colours/change-list.tsx';
import { COLOUR_LABELS, type ColourName, colours as colourResource } from '../colours/colours.ts';
import { contrastSections } from '../colours/contrast-rows.ts';
import { ContrastTable } from '../colours/contrast-table.tsx';
import { draftColours } from '../colours/draft-colours.ts';
import { ThemePreview } from '../colours/theme-preview.tsx';
import { LogoPreview } from '../pictures/logo-preview.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';
import '../colours/colour-fields.css';

type Chosen = Readonly<Record<ColourName, string | null>>;

const NAMES = Object.keys(COLOUR_LABELS).filter((name): name is ColourName => name in COLOUR_LABELS);

const chosenOf = (colours: ChannelColours): Chosen => ({
  header_background: colours.header_background,
  header_text_color: colours.header_text_color,
  body_background: colours.body_background,
  body_text_color: colours.body_text_color,
  footer_background: colours.footer_background,
  accent: colours.accent,
});

/** The logo, and colours that are taken from it. */
export function LookStep({ channel, onNext, ...step }: StepProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const colours = rowsQuery(channel.id, colourResource);
  const { data: logo } = useQuery(channelPictureQuery(channel.id, 'logo'));
  const { data: rows, isError, refetch } = useQuery(colours);
  const [stored] = rows ?? [];
  const [chosen, setChosen] = useState<Chosen>();
  const [isOwn, setIsOwn] = useState(false);
  const current = stored && isColours(stored) ? stored : undefined;
  const draft = chosen ?? (current && chosenOf(current));

  const propose = useMutation({
    mutationFn: () => fetchLogoColours(channel.id, new AbortController().signal),
    onSuccess: ({ colours: proposed }) => {
      if (proposed) setChosen(proposed);
    },
  });
  const takeLogo = useMutation({
    mutationFn: async (picture: number) => {
      const before = logo ?? (await client.fetchQuery(channelPictureQuery(channel.id, 'logo')));
      return setChannelPicture(channel.id, 'logo', picture, before.address);
    },
    onSuccess: (saved) => {
      client.setQueryData(channelPictureQuery(channel.id, 'logo').queryKey, saved);
      void client.invalidateQueries({ queryKey: picturesQuery(channel.id).queryKey });
      propose.mutate();
    },
    onError: () => void client.invalidateQueries({ queryKey: channelPictureQuery(channel.id, 'logo').queryKey }),
  });
  const logoFailure = takeLogo.error && t(versionConflict(takeLogo.error) ? 'logo.changed' : 'logo.failed');
  const colourFailure = propose.isError ? t('colours.fromLogoFailed') : undefined;
  const save = useMutation({
    mutationFn: async () => {
      if (!current || !chosen) return;
      const changed = NAMES.filter((name) => chosen[name] !== current[name]);
      if (changed.length === 0) return;
      const fields: Partial<ChannelColours> = Object.fromEntries(changed.map((name) => [name, chosen[name]]));
      const saved = await colourCalls.update(channel.id, current.id, current.version, fields);
      client.setQueryData(colours.queryKey, [saved]);
    },
    onSuccess: onNext,
    // Another operator may have changed them: the next try is made on theirs.
    onError: () => void client.invalidateQueries({ queryKey: colours.queryKey }),
  });
  const shown = draftColours(draft ?? {}, DEFAULT_SETTINGS);
  const theme = buildTheme(shown);
  return (
    <StepFrame
      {...step}
      title={t('setup.lookTitle')}
      text={t('setup.lookText')}
      next={t('setup.nextSports')}
      isSaving={save.isPending || takeLogo.isPending || propose.isPending}
      problem={save.isError ? t('setup.coloursNotSaved') : undefined}
      onSave={() => save.mutate()}
    >
      {!draft && isError && <ErrorState text={t('setup.error')} onRetry={() => void refetch()} />}
      {!draft && !isError && <Skeleton className="h-80" />}
      {draft && (
        <div className="colour-grid">
          <div className="grid content-start gap-6">
            <section aria-labelledby="setup-logo" className="grid gap-3">
              <h2 id="setup-logo" className="text-xl leading-7">
                {t('logo.title')}
              </h2>
              {logo && logo.address !== null && <LogoPreview name={channel.name} address={logo.address} />}
              <PictureUpload channel={channel.id} onUploaded={({ id }) => takeLogo.mutate(id)} />
              <FormAlert text={logoFailure ?? colourFailure} />
              {propose.data && (
                <output className="text-sm text-pretty text-muted">
                  {t(propose.data.colours ? 'setup.coloursTaken' : 'setup.noColoursInLogo')}
                </output>
              )}
            </section>
            {isOwn ? (
              <section aria-labelledby="setup-colours" className="grid gap-4">
                <h2 id="setup-colours" className="text-xl leading-7">
                  {t('colours.title')}
                </h2>
                {NAMES.map((name) => (
                  <ColourField
                    key={name}
                    id={`setup-${name}`}
                    label={t(COLOUR_LABELS[name])}
                    value={draft[name]}
                    isNullable={name === 'accent'}
                    fallback={name === 'accent' ? buildTheme(DEFAULT_SETTINGS).variables['--accent'] : undefined}
                    onChange={(value) => setChosen({ ...draft, [name]: typeof value === 'string' ? value : null })}
                  />
                ))}
              </section>
            ) : (
              <Button type="button" variant="secondary" className="justify-self-start" onClick={() => setIsOwn(true)}>
                {t('setup.ownColours')}
              </Button>
            )}
          </div>
          <div className="min-w-0">
            <ThemePreview theme={theme} />
            <ChangeList changes={colourChanges(shown, theme)} />
            {/* On a phone the way on is not to lie below a long table. */}
            <details className="mt-6">
              <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('setup.contrast')}</summary>
              <ContrastTable sections={contrastSections(shown, theme)} />
            </details>
          </div>
        </div>
      )}
    </StepFrame>
  );
}

function isColours(row: object): row is ChannelColours {
  return 'header_background' in row;
}
