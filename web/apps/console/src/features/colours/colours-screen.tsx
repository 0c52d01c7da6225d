import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@touchline/ui';
import { ColourEditor } from './colour-editor';
import { ColoursSkeleton } from './colours-skeleton';
import { currentColoursQuery } from './current-colours';

export function ColoursScreen() {
  const { data, isPending, refetch } = useQuery(currentColoursQuery);
  return (
    <>
      <h1 className="text-4xl leading-10">Colours</h1>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">
        Six colours make the whole channel. Whatever you choose, text stays readable: a colour that fails is replaced by
        its nearest readable shade, and this page tells you which.
      </p>
      <div className="mt-8">
        {data && <ColourEditor saved={data} />}
        {isPending && <ColoursSkeleton />}
        {!data && !isPending && (
          <ErrorState text="The channel's colours could not be loaded." onRetry={() => void refetch()} />
        )}
      </div>
    </>
  );
}
