import { useTranslation } from 'react-i18next';
import type { Link } from '#contract/stations/station.ts';
import './chip.css';
import { linkTone } from './tones.ts';

/** The state of the link in a word; its reason and time stand beside it, in LinkReason. */
export function LinkChip({ link }: { link: Link }) {
  const { t } = useTranslation();
  return (
    <span className={`chip tone-${linkTone[link.state]}`}>
      <span className="dot" />
      {t(`link.state.${link.state}`)}
    </span>
  );
}
