import { useTranslation } from 'react-i18next';
import type { Link } from '#contract/stations/station.ts';
import { Chip } from './chip.tsx';
import { Moment } from './moment.tsx';
import { linkTone } from './tones.ts';

/** The state of the link in a word; its reason and time stand beside it, in LinkReason. */
export function LinkChip({ link }: { link: Link }) {
  const { t } = useTranslation();
  return <Chip tone={linkTone[link.state]}>{t(`link.state.${link.state}`)}</Chip>;
}

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
