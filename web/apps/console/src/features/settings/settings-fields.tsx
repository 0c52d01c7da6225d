import { useConsoleT } from '@touchline/i18n';
import { type FieldsProps, FormField } from '../../resource/form-field.tsx';
import { GROUPS } from './settings.ts';

interface SettingsFieldsProps extends FieldsProps {
  /** The names of the fields that the search finds. */
  readonly found: ReadonlySet<string>;
}

/** The settings in their groups. A search does not hide what has to be corrected or chosen. */
export function SettingsFields({ found, ...props }: SettingsFieldsProps) {
  const t = useConsoleT();
  const { id, editing, problems } = props;
  const isShown = (name: string) =>
    found.has(name) || name in editing.clashes || problems.some((problem) => problem.name === name);
  return GROUPS.map(({ title, fields }) => {
    const shown = fields.filter(({ name }) => isShown(name));
    if (shown.length === 0) return null;
    return (
      <section key={title} aria-labelledby={`${id}-${title}`} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <h2 id={`${id}-${title}`} className="mt-2 text-xl leading-7">
          {t(title)}
        </h2>
        {shown.map((field) => (
          <FormField key={field.name} {...props} field={field} name={field.name} />
        ))}
      </section>
    );
  });
}
