import type { PlayerController } from '@touchline/player';
import { Player, type PlayerProps } from '@touchline/player/player';
import { useAppContext } from '../channel/channel.ts';
import { useCurrentPlayer } from './current-player.ts';
import './page-player.css';

type PagePlayerProps = Omit<PlayerProps, 'connection' | 'onClip' | 'onAttach' | 'className'>;

/** The player with what this site has for it: its connection, its box, and the page's button for clips of a game. */
export function PagePlayer(props: PagePlayerProps) {
  const { connection } = useAppContext();
  const isGame = props.content.type === 'event';
  const clip = useCurrentPlayer((page) => page.clip);
  return (
    <Player
      {...props}
      connection={connection}
      className="stage on-art"
      onClip={isGame ? clip : null}
      onAttach={isGame ? publish : undefined}
    />
  );
}

/** Makes a player known to the page for as long as it is there. */
function publish(player: PlayerController): () => void {
  useCurrentPlayer.setState({ player });
  return () => {
    if (useCurrentPlayer.getState().player === player) useCurrentPlayer.setState({ player: null });
  };
}
