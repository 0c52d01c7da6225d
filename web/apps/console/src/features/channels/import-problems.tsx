import { ApiError } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';

interface ImportProblemsProps {
  readonly error: Error;
  readonly isTooLarge: boolean;
}

/** What is wrong with a file, each with its place. The places and reasons are the format's, in English. */
export function ImportProblems({ error, isTooLarge }: ImportProblemsProps) {
  const t = useConsoleT();
  const problems = error instanceof ApiError ? error.problems : [];
  const inFile = problems.filter(({ field }) => field !== 'alias' && field !== 'host');
  if (problems.length > inFile.length && inFile.length === 0) return null;
  const general = isTooLarge ? 'channels.tooLarge' : 'channels.importFailed';
  return (
    <div role="alert" className="rounded-field border border-danger px-4 py-3 text-sm text-danger">
      <p className="text-pretty">{t(inFile.length > 0 ? 'channels.fileProblems' : general)}</p>
      {inFile.length > 0 && (
        <ul lang="en" className="mt-2 grid gap-1 wrap-anywhere">
          {inFile.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <span className="font-mono">{field}</span>: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
