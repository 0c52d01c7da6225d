import { fetchPortal } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';

interface PortalButtonProps {
  /** Where the provider's page leads back to. */
  readonly back: string;
}

/** The way to the provider's own page for customers; its address is made when it is asked for. */
export function PortalButton({ back }: PortalButtonProps) {
  const t = useShopT();
  const { connection } = useAppContext();
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      location.assign(new URL(await fetchPortal(connection, back), connection.origin));
    } catch {
      showToast({ id: 'portal', type: 'error', text: t('order.portalAway') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" className="min-h-11! justify-self-start" disabled={isBusy} onClick={() => void open()}>
      <ExternalLink aria-hidden size={16} />
      {t('order.portal')}
    </Button>
  );
}
