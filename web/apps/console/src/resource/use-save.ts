import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, fetchRevisions, restoreRevision, versionConflict } from '@touchline/api/console';
import { diff } from './draft.ts';
import { afterSave, type News, rebased, type Stored } from './editing.ts';
import { makeKey } from './make-key.ts';
import type { Resource, Row } from './resource.ts';
import { dropRow, putRow, rowsQuery } from './resource-queries.ts';
import type { DraftHandle } from './use-draft.ts';
import { readFields, writeFields } from './wire-fields.ts';

/** Each try may meet another operator's newer save. */
const MAX_TRIES = 4;

export const storedRow = ({ fields }: Resource, row: Row): Stored => ({
  id: row.id,
  version: row.version,
  fields: readFields(fields, row),
});

interface Saving {
  readonly channel: number;
  readonly resource: Resource;
  readonly draft: DraftHandle;
  /** Called with the id of the created item. */
  readonly onMade: (item: number) => void;
}

/**
 * Saves the changed fields. Saves of one form run one after the other, so that they cannot conflict. After a conflict with
 * another operator the fields are merged and saved again; a field that both changed waits for a choice.
 */
export function useSave({ channel, resource, draft, onMade }: Saving) {
  const client = useQueryClient();
  const { current, change } = draft;
  const { calls } = resource;

  async function create(): Promise<void> {
    const { draft: sent, attempt = { key: makeKey(), fields: sent } } = current();
    change((editing) => ({ ...editing, attempt }));
    const row = await calls
      .create(channel, writeFields(resource.fields, Object.keys(attempt.fields), attempt.fields), attempt.key)
      .catch((error: unknown) => {
        // A refused call created nothing: the next try needs its own key.
        if (isAnswer(error)) change((editing) => ({ ...editing, attempt: undefined }));
        throw error;
      });
    putRow(client, channel, resource, row);
    change((editing) => afterSave(editing, attempt.fields, storedRow(resource, row)));
    onMade(row.id);
    if (sent !== attempt.fields) await update(row.id);
  }

  async function update(id: number, tries = 1): Promise<void> {
    const { version, base, draft: sent } = current();
    const changed = Object.keys(diff(base, sent));
    if (changed.length === 0) return;
    try {
      const row = await calls.update(channel, id, version, writeFields(resource.fields, changed, sent));
      putRow(client, channel, resource, row);
      change((editing) => afterSave(editing, sent, storedRow(resource, row)));
    } catch (error) {
      if (!takeIn(error, id) || Object.keys(current().clashes).length > 0 || tries >= MAX_TRIES) throw error;
      await update(id, tries + 1);
    }
  }

  /** Rebases the draft onto the version that a save conflicted with; false without such a version. */
  function takeIn(error: unknown, id: number): boolean {
    const conflict = versionConflict(error);
    const isGone = error instanceof ApiError && error.status === 404;
    if (!conflict && !isGone) return false;
    const news: News = { by: conflict?.changedBy ?? null, at: conflict?.changedAt ?? null };
    if (!conflict?.current) {
      dropRow(client, channel, resource, id);
      change((editing) => ({ ...editing, removed: news }));
      return false;
    }
    const row = { ...conflict.current, id };
    putRow(client, channel, resource, row);
    change((editing) => rebased(editing, storedRow(resource, row), news));
    return true;
  }

  async function bringBack(id: number): Promise<void> {
    const restored = await restoreNewest(channel, resource, id);
    change((editing) => ({
      ...rebased(editing, restored, editing.removed ?? { by: null, at: null }),
      removed: undefined,
    }));
    await client.invalidateQueries({ queryKey: rowsQuery(channel, resource).queryKey });
    await update(id);
  }

  const scope = { id: `save-${channel}-${resource.kind}` };
  return {
    save: useMutation({
      scope,
      mutationFn: async () => {
        const { id } = current();
        if (id === null) await create();
        else await update(id);
        return { at: Date.now() };
      },
      // The note on merged fields ends with the next save.
      onMutate: () => {
        const { id, taken } = current();
        if (id !== null && taken.length > 0) change((editing) => ({ ...editing, taken: [] }));
      },
    }),
    bringBack: useMutation({
      scope,
      mutationFn: async () => {
        const { id } = current();
        if (id !== null) await bringBack(id);
        return { at: Date.now() };
      },
    }),
  };
}

/** Restores the last version of a removed item. */
export async function restoreNewest(channel: number, { kind, fields }: Resource, item: number): Promise<Stored> {
  const revisions = await fetchRevisions(channel, kind, item, new AbortController().signal);
  const last = revisions.find(({ body }) => body !== null);
  if (!last?.body) throw new Error('no version is kept of what was removed');
  const { version } = await restoreRevision(channel, kind, item, { revision: last.version, version: null });
  return { id: item, version, fields: readFields(fields, last.body) };
}

function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
