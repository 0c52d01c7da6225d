import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type OperatorChannel, versionConflict } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { ChevronLeft } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { sessionQuery } from '../session/session.ts';
import { formAddress, listAddress } from './addresses.ts';
import { beginEditing, discarded, isUnsaved } from './editing.ts';
import { ErrorSummary } from './error-summary.tsx';
import { fieldOf } from './field-names.ts';
import { FormFields } from './form-fields.tsx';
import { FormNotes } from './form-notes.tsx';
import type { FormLanguage } from './language-tabs.tsx';
import type { Resource, Row } from './resource.ts';
import { RevisionsPanel } from './revisions-panel.tsx';
import { SaveBar } from './save-bar.tsx';
import { saveFailure, saveProblems } from './save-problems.ts';
import { useDraft } from './use-draft.ts';
import { useRemove } from './use-remove.ts';
import { storedRow, useSave } from './use-save.ts';

interface ResourceFormProps {
  readonly channel: OperatorChannel;
  readonly resource: Resource;
  /** Null for a new one. */
  readonly row: Row | null;
  /** The earlier version to compare. */
  readonly version: number | undefined;
  readonly onMade: (item: number) => void;
}

/** The form of one item, with its drafts, conflicts and earlier versions. */
export function ResourceForm({ channel, resource, row, version, onMade }: ResourceFormProps) {
  const t = useConsoleT();
  const id = useId();
  const navigate = useNavigate();
  const { operator } = useSuspenseQuery(sessionQuery).data;
  const draft = useDraft(
    { operator: operator?.id ?? 0, channel: channel.id, kind: resource.kind },
    row && storedRow(resource, row),
    resource.blank,
  );
  const { editing, change } = draft;
  const { save, bringBack } = useSave({
    channel: channel.id,
    resource,
    draft,
    onMade: (item) => {
      onMade(item);
      void navigate({ ...formAddress({ channel, resource }, item), replace: true });
    },
  });
  const remove = useRemove(channel.id, resource);
  const [language, setLanguage] = useState<FormLanguage>('own');

  // Without unsaved changes, the form follows the newest version.
  const follow = useEffectEvent((newer: Row | null) => {
    const { version: mine, removed } = draft.current();
    if (newer && newer.version > mine && !removed && !isUnsaved(draft.current())) {
      change(() => beginEditing(storedRow(resource, newer), resource.blank, null));
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
  const removeNow = () => {
    const { id: item, version: newest } = editing;
    if (item === null || !row) return;
    remove.mutate({ ...row, version: newest });
    void navigate(listAddress({ channel, resource }));
  };
  const title = row && editing.id !== null ? resource.title(row, t) : t(resource.texts.add);
  const failure =
    save.error && problems.length === 0 && !isClash && !editing.removed ? saveFailure(save.error, t) : null;
  return (
    <div className="max-w-[40rem]">
      <Link
        {...listAddress({ channel, resource })}
        className="inline-flex min-h-9 items-center gap-1 text-sm text-muted underline-offset-4 hover:underline"
      >
        <ChevronLeft aria-hidden size={16} />
        {t('resource.toList', { list: t(resource.texts.title) })}
      </Link>
      <div className="flex items-start justify-between gap-4">
        <h1 className="min-w-0 text-4xl leading-10 wrap-anywhere">{title || t('resource.untitled')}</h1>
        {editing.id !== null && !editing.removed && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={removeNow}>
            {t('resource.remove')}
          </Button>
        )}
      </div>
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
        <FormFields
          id={id}
          channel={channel}
          resource={resource}
          editing={editing}
          problems={problems}
          language={language}
          onLanguage={setLanguage}
          onChange={(values) => change((now) => ({ ...now, draft: { ...now.draft, ...values } }))}
        />
      </form>
      {resource.Aside && <resource.Aside channel={channel} item={editing.id} fields={editing.draft} />}
      {editing.id !== null && !editing.removed && (
        <RevisionsPanel
          channel={channel}
          resource={resource}
          item={editing.id}
          draft={draft}
          compared={version}
          onRestored={() => save.reset()}
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
