import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldProblems, setEmbedding } from '@touchline/api/console';
import { problemText, useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useId, useState } from 'react';
import { embeddingQuery } from './embedding-queries.ts';

interface HostsFormProps {
  readonly channel: number;
  readonly saved: readonly string[];
}

/** A line for each site; the server says which lines name none. */
export function HostsForm({ channel, saved }: HostsFormProps) {
  const t = useConsoleT();
  const id = useId();
  const client = useQueryClient();
  const [text, setText] = useState(saved.join('\n'));
  const save = useMutation({
    mutationFn: (typed: string) => setEmbedding(channel, typed.split('\n')),
    onSuccess: (embedding, typed) => {
      // What was typed while it was saved stays.
      setText((now) => (now === typed ? embedding.hosts.join('\n') : now));
      client.setQueryData(embeddingQuery(channel).queryKey, embedding);
      showToast({ type: 'success', text: t('embedding.saved') });
    },
  });
  const problems = fieldProblems(save.error, 'hosts').map((problem) => problemText(problem, t));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(text);
  };
  return (
    <form onSubmit={submit} className="mt-5 grid gap-3">
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {t('embedding.hosts')}
        </label>
        <textarea
          id={id}
          rows={6}
          value={text}
          placeholder="club.example"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field mt-1.5 h-auto py-2 font-mono text-sm"
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-hint${problems.length > 0 ? ` ${id}-problems` : ''}`}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {problems.length > 0 && (
          <ul id={`${id}-problems`} role="alert" className="mt-1 text-sm wrap-anywhere text-danger">
            {problems.map((problem) => (
              <li key={problem} className="first-letter:uppercase">
                {problem}
              </li>
            ))}
          </ul>
        )}
        <p id={`${id}-hint`} className="mt-1.5 max-w-[62ch] text-sm text-pretty text-muted">
          {t('embedding.hint')}
        </p>
      </div>
      {save.isError && problems.length === 0 && (
        <p role="alert" className="text-sm text-danger">
          {t('embedding.failed')}
        </p>
      )}
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {t('embedding.save')}
      </Button>
    </form>
  );
}
