import { buildTheme, DEFAULT_SETTINGS } from '@touchline/theme';
import { useState } from 'react';
import { type FieldsProps, FormField } from '../../resource/form-field.tsx';
import { ChangeList } from './change-list.tsx';
import { colourChanges } from './changes.ts';
import { contrastSections } from './contrast-rows.ts';
import { ContrastTable } from './contrast-table.tsx';
import { draftColours, sameColours } from './draft-colours.ts';
import { LogoColours } from './logo-colours.tsx';
import { ScreenPreview } from './screen-preview.tsx';
import './colour-fields.css';

/** The colours, beside a channel that wears them. */
export function ColourFields(props: FieldsProps) {
  const { channel, resource, editing, onChange } = props;
  const [shown, setShown] = useState(() => draftColours(editing.base, DEFAULT_SETTINGS));
  const colours = draftColours(editing.draft, shown);
  if (!sameColours(colours, shown)) setShown(colours);
  const theme = buildTheme(colours);
  return (
    <div className="colour-grid">
      <div className="colour-fields">
        <LogoColours channel={channel.id} onTaken={(taken) => onChange({ ...taken })} />
        {resource.fields.map((field) => (
          <FormField key={field.name} {...props} field={field} name={field.name} />
        ))}
      </div>
      <div className="min-w-0">
        <ScreenPreview channel={channel.id} colours={colours} />
        <ChangeList changes={colourChanges(colours, theme)} />
        <ContrastTable sections={contrastSections(colours, theme)} />
      </div>
    </div>
  );
}
