import type { FormField } from '@touchline/api/console';
import { type Locale, useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { ChevronDown } from 'lucide-react';
import { OrderedRow, type Ordering } from '../../../resource/ordered-row.tsx';
import type { SaveProblem } from '../../../resource/save-problems.ts';
import { FormFieldEditor } from './form-field-editor.tsx';
import { FIELD_TYPES } from './form-field-list.ts';

interface FormFieldRowProps {
  readonly id: string;
  readonly own: Locale;
  readonly field: FormField;
  readonly title: string;
  readonly ordering: Ordering;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** By their names below the field. */
  readonly problems: readonly SaveProblem[];
  readonly onChange: (field: FormField) => void;
  readonly onRemove: () => void;
}

/** A field of a form; opened, it can be edited. */
export function FormFieldRow(props: FormFieldRowProps) {
  const { id, own, field, title, ordering, isOpen, onOpen, problems, onChange, onRemove } = props;
  const t = useConsoleT();
  // A problem is shown where it can be mended.
  const isShown = isOpen || problems.length > 0;
  const action = { type: 'button', size: 'small', variant: 'secondary', className: 'min-h-11' } as const;
  return (
    <OrderedRow title={title} ordering={ordering}>
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <button
            type="button"
            aria-expanded={isShown}
            aria-controls={`${id}-editor`}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            className="flex min-h-11 min-w-0 flex-1 basis-40 cursor-pointer items-center gap-2 text-start"
            onClick={() => onOpen(!isShown)}
          >
            <ChevronDown aria-hidden size={18} className={isShown ? 'shrink-0' : 'shrink-0 -rotate-90'} />
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{title}</span>
              <span className="block text-sm text-muted">
                {[t(FIELD_TYPES[field.type]), field.required && t('forms.required')].filter(Boolean).join(' · ')}
              </span>
            </span>
          </button>
          <div className="resource-actions">
            {ordering.count > 1 && (
              <Button
                {...action}
                aria-haspopup="dialog"
                aria-label={t('resource.moveToOf', { name: title })}
                onClick={ordering.onMoveTo}
              >
                {t('resource.moveTo')}
              </Button>
            )}
            <Button {...action} aria-label={t('resource.removeOf', { name: title })} onClick={onRemove}>
              {t('resource.remove')}
            </Button>
          </div>
        </div>
        <div id={`${id}-editor`} hidden={!isShown}>
          {isShown && <FormFieldEditor id={id} own={own} field={field} problems={problems} onChange={onChange} />}
        </div>
      </div>
    </OrderedRow>
  );
}
