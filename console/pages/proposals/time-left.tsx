import { useTranslation } from 'react-i18next';
import { useNow } from '../../parts/clock.ts';
import { exactTime } from '../../text/time.ts';
import { leftText } from './left-text.ts';

/** Counts down to the end of a proposal, in a place of constant width. */
export function TimeLeft({ until }: { until: string }) {
  const { t, i18n } = useTranslation();
  const left = leftText(Date.parse(until), useNow('ticking'));
  const words = left === null ? t('proposals.over') : t('proposals.left', { time: left });
  return (
    <time className="time-left" role="timer" dateTime={until} title={exactTime(until, i18n.language)}>
      {words}
    </time>
  );
}
