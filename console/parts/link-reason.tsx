import { useTranslation } from 'react-i18next';
import type { Link } from '#contract/stations/station.ts';
import { Moment } from './moment.tsx';

/** Why the link is as it is, and since when. */
export function LinkReason({ link }: { link: Link }) {
  const { t } = useTranslation();
  if (link.state === 'online') return <Moment time={link.since} says="for" />;
  const reason = link.state === 'offline' ? t(`link.reason.${link.reason}`) : t(`link.pending.${link.reason}`);
  if (link.since === null) return <span>{reason}</span>;
  return (
    <span>
      {reason} · <Moment time={link.since} says={link.state === 'offline' ? 'ago' : 'for'} />
    </span>
  );
}
