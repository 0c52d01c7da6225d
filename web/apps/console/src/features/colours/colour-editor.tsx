import { buildTheme, type ColorSettings } from '@touchline/theme';
import { Button } from '@touchline/ui';
import { useEffect, useState } from 'react';
import { fromSearch, toSearch } from './address';
import { ChangeList } from './change-list';
import { colourChanges } from './changes';
import { ColourField } from './colour-field';
import { COLOUR_FIELDS } from './colour-fields';
import { ContrastTable } from './contrast-table';
import { contrastSections } from './contrast-rows';
import { copyText } from './copy-text';
import { draftOf, edit, fieldError, sameSettings } from './draft';
import { ThemePreview } from './theme-preview';
import './colour-editor.css';

/** Browsers refuse addresses that change with every step of a dragged picker. */
const ADDRESS_DELAY_MS = 250;

export function ColourEditor({ saved }: { readonly saved: ColorSettings }) {
  const [draft, setDraft] = useState(() => draftOf(fromSearch(location.search, saved)));
  const { texts, settings } = draft;
  const theme = buildTheme(settings);
  const isSaved = sameSettings(settings, saved);
  const hasError = COLOUR_FIELDS.some(({ name }) => fieldError(name, texts[name]));
  const search = toSearch(settings, saved);

  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(null, '', `${location.pathname}${search}`), ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [search]);

  return (
    <div className="editor-grid">
      <form
        aria-label="Channel colours"
        className="grid content-start gap-5"
        onSubmit={(event) => event.preventDefault()}
      >
        {COLOUR_FIELDS.map(({ name, label, hint }) => (
          <ColourField
            key={name}
            label={label}
            hint={hint}
            text={texts[name]}
            colour={settings[name] ?? theme.variables['--accent']}
            error={fieldError(name, texts[name])}
            onEdit={(text) => setDraft((current) => edit(current, name, text))}
          />
        ))}
        <div className="flex flex-wrap gap-2 pt-1">
          <Button
            size="small"
            disabled={hasError}
            onClick={() => void copyText(JSON.stringify(settings, undefined, 2), 'Colours copied as JSON.')}
          >
            Copy as JSON
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabled={hasError}
            onClick={() => void copyText(`${location.origin}${location.pathname}${search}`, 'Link copied.')}
          >
            Copy link
          </Button>
          <Button variant="quiet" size="small" disabled={isSaved && !hasError} onClick={() => setDraft(draftOf(saved))}>
            Reset
          </Button>
        </div>
      </form>
      <div className="min-w-0">
        <ThemePreview theme={theme} />
        <ChangeList changes={colourChanges(settings, theme)} />
        <ContrastTable sections={contrastSections(settings, theme)} />
      </div>
    </div>
  );
}
