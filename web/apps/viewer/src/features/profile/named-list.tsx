import { useAccountT } from '@touchline/i18n';
import { ErrorState, showToast } from '@touchline/ui';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { failureMessage } from '../../account-forms/server-messages.ts';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { Section } from './section.tsx';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What a list says; `of` is for one with this name. */
interface NamedListTexts {
  readonly title: string;
  readonly text: string;
  readonly none: string;
  readonly error: string;
  readonly remove: string;
  readonly removeText: string;
  readonly of: (name: string) => { readonly remove: string; readonly question: string; readonly removed: string };
}

interface NamedListProps<Item extends Named> {
  readonly texts: NamedListTexts;
  /** The id of its toasts: a new one takes the place of the last. */
  readonly toast: string;
  readonly icon: LucideIcon;
  /** Undefined until they are there. */
  readonly items: readonly Item[] | undefined;
  readonly failed: boolean;
  readonly reload: () => void;
  readonly factsOf: (item: Item) => readonly (string | null)[];
  readonly onRemove: (id: number) => Promise<unknown>;
  /** The way to one more. */
  readonly children: ReactNode;
}

/** What a member has by name: each can be removed, and below them is the way to one more. */
export function NamedList<Item extends Named>(props: NamedListProps<Item>) {
  const { texts, toast, icon: Icon, items, failed, reload, factsOf, onRemove, children } = props;
  const t = useAccountT();
  const list = useRef<HTMLDivElement>(null);

  const remove = async ({ id, name }: Item) => {
    try {
      await onRemove(id);
      reload();
      // The button that was pressed is gone.
      list.current?.focus();
      showToast({ id: toast, type: 'success', text: texts.of(name).removed });
    } catch (problem) {
      showToast({ id: toast, type: 'error', text: failureMessage(problem)(t) });
    }
  };

  return (
    <Section title={texts.title} text={texts.text}>
      {items ? (
        <div ref={list} tabIndex={-1} className="account-landing grid gap-5">
          {items.length > 0 ? (
            <ul aria-label={texts.title} className="account-list">
              {items.map((item) => (
                <li key={item.id}>
                  <Icon aria-hidden size={22} className="shrink-0 text-muted" />
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold wrap-anywhere">{item.name}</p>
                    <p className="text-sm text-muted">{factsOf(item).filter(Boolean).join(' · ')}</p>
                  </div>
                  <ConfirmButton
                    variant="secondary"
                    size="small"
                    aria-label={texts.of(item.name).remove}
                    question={texts.of(item.name).question}
                    text={texts.removeText}
                    confirm={texts.remove}
                    onConfirm={() => void remove(item)}
                  >
                    {texts.remove}
                  </ConfirmButton>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">{texts.none}</p>
          )}
          {children}
        </div>
      ) : failed ? (
        <ErrorState text={texts.error} onRetry={reload} />
      ) : (
        <RowsSkeleton />
      )}
    </Section>
  );
}
