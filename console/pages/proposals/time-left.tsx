import { useTranslation } from 'react-i18next';
import { useNow } from '../../parts/clock.ts';
import { exactTime } from '../../text/time.ts';

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

/** "14:59" until then; null once it has passed. */
export function leftText(untilMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / 1000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
