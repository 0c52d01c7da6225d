import { useSuspenseQuery } from '@tanstack/react-query';
import { type OperatorChannel, versionConflict } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { sessionQuery } from '../session/session.ts';
import type { Fields } from './draft.ts';
import { beginEditing, discarded, type Editing, isUnsaved } from './editing.ts';
import { ErrorSummary } from './error-summary.tsx';
import { fieldOf } from './field-names.ts';
import type { FieldsProps } from './form-field.tsx';
import { FormNotes } from './form-notes.tsx';
import type { FormLanguage } from './language-tabs.tsx';
import type { Editable, Row } from './resource.ts';
import { PresenceNote } from './presence-note.tsx';
import { RevisionsPanel } from './revisions-panel.tsx';
import { SaveBar } from './save-bar.tsx';
import { saveFailure, saveProblems } from './save-problems.ts';
import { useDraft } from './use-draft.ts';
import { storedRow, useSave } from './use-save.ts';

interface EditFormProps {
  readonly channel: OperatorChannel;
  readonly resource: Editable;
  /** Null for a new one. */
  readonly row: Row | null;
  /** The fields of a new one. */
  readonly blank?: Fields;
  /** The earlier version to compare. */
  readonly version: number | undefined;
  /** The language to begin with. */
  readonly beginsIn?: FormLanguage | undefined;
  /** Called with the id of the created item. */
  readonly onMade?: (item: number) => void;
  readonly onSaved?: (stored: Fields) => void;
  /** Above the form. */
  readonly heading?: (editing: Editing) => ReactNode;
  /** Between the form and its earlier versions. */
  readonly aside?: (editing: Editing) => ReactNode;
  readonly children: (props: FieldsProps) => ReactNode;
}

const NOTHING: Fields = {};

/** A form with its drafts, conflicts and earlier versions. Its fields are the children. */
export function EditForm({ channel, resource, row, version, children, ...given }: EditFormProps) {
  const { blank = NOTHING, beginsIn = 'own', onMade, onSaved, heading, aside } = given;
  const t = useConsoleT();
  const id = useId();
  const { operator } = useSuspenseQuery(sessionQuery).data;
  const draft = useDraft(
    { operator: operator?.id ?? 0, channel: channel.id, kind: resource.draftKind ?? resource.kind },
    row && storedRow(resource, row),
    blank,
  );
  const { editing, change } = draft;
  const { save, bringBack } = useSave({ channel: channel.id, resource, draft, onMade, onSaved });
  const [language, setLanguage] = useState<FormLanguage>(beginsIn === channel.language ? 'own' : beginsIn);

  // Without unsaved changes, the form follows the newest version.
  const follow = useEffectEvent((newer: Row | null) => {
    const { version: mine, removed } = draft.current();
    if (newer && newer.version > mine && !removed && !isUnsaved(draft.current())) {
      change(() => beginEditing(storedRow(resource, newer), blank, null));
    }
  });
  useEffect(() => follow(row), [row]);
  useSaveKey(() => save.mutate());

  const summary = useRef<HTMLDivElement>(null);
  const problems = saveProblems(save.error, t);
  const isClash = Object.keys(editing.clashes).length > 0;
  // The focus moves to the list of problems.
  useEffect(() => {
    if (save.error && (versionConflict(save.error) || saveProblems(save.error, () => '').length > 0)) {
      summary.current?.focus();
    }
  }, [save.error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const goTo = (name: string) => {
    const found = fieldOf(resource, name);
    if (found?.field.translated) setLanguage(found.language);
    // The field is rendered with the tab of its language.
    requestAnimationFrame(() => document.getElementById(`${id}-${name}`)?.focus());
  };
  const failure =
    save.error && problems.length === 0 && !isClash && !editing.removed ? saveFailure(save.error, t) : null;
  return (
    <div>
      {heading?.(editing)}
      <PresenceNote channel={channel.id} kind={resource.kind} item={editing.id} draft={editing.draft} />
      <form id={`${id}-form`} className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6" noValidate onSubmit={submit}>
        <FormNotes
          resource={resource}
          own={channel.language}
          editing={editing}
          isBusy={bringBack.isPending}
          hasFailed={bringBack.isError}
          onDiscard={() => {
            save.reset();
            change(discarded);
          }}
          onBringBack={() => bringBack.mutate(undefined, { onSuccess: () => save.reset() })}
        />
        <ErrorSummary
          ref={summary}
          resource={resource}
          own={channel.language}
          editing={editing}
          problems={problems}
          onGo={goTo}
        />
        {children({
          id,
          channel,
          resource,
          row,
          editing,
          problems,
          language,
          onLanguage: setLanguage,
          onChange: (values) => change((now) => ({ ...now, draft: { ...now.draft, ...values } })),
        })}
      </form>
      {aside?.(editing)}
      {editing.id !== null && !editing.removed && (
        <RevisionsPanel
          channel={channel}
          resource={resource}
          item={editing.id}
          draft={draft}
          compared={version}
          onRestored={() => {
            save.reset();
            onSaved?.(draft.current().base);
          }}
        />
      )}
      <SaveBar
        form={`${id}-form`}
        isSaving={save.isPending}
        isUnsaved={isUnsaved(editing)}
        isNew={editing.id === null}
        isClosed={editing.removed !== undefined}
        savedAt={save.data?.at ?? bringBack.data?.at}
        failure={failure}
        onDiscard={() => {
          save.reset();
          change(discarded);
        }}
      />
    </div>
  );
}

/** Ctrl+S and Cmd+S save the form instead of the page, wherever the focus is. */
function useSaveKey(save: () => void): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!event.repeat) saveNow();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
