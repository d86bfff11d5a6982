import './now.css';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../api/now-queries.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { AttentionCard } from './attention-card.tsx';
import { EventsCard } from './events-card.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { FirstRun } from './first-run.tsx';
import { PowerCard } from './power-card.tsx';
import { RunningCard } from './running-card.tsx';

/** The start page: what needs somebody, what happens, and what the day has come to so far. */
export function NowPage() {
  const { t } = useTranslation();
  usePageTitle(t('now.title'));
  const board = useBoard();
  const isEmpty = board.isComplete && board.stations.length === 0;
  return (
    <>
      <div className="page-head">
        <h1>{t('now.title')}</h1>
        <p className="page-note">
          <ByWhichClock />
        </p>
      </div>
      <FirstRun />
      {!isEmpty && <FigureStrip />}
      <div className="now-columns">
        <div>
          <AttentionCard />
          <RunningCard />
        </div>
        <div>
          <PowerCard />
          <EventsCard />
        </div>
      </div>
    </>
  );
}

/** The day that is summed up, by the clock of the sites. */
function ByWhichClock() {
  const { t, i18n } = useTranslation();
  const { data } = useToday();
  if (data === undefined) return null;
  const { timeZone } = data;
  const day = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', day: 'numeric', month: 'long', timeZone });
  return t('now.day', { day: day.format(new Date(data.today.from)), zone: timeZone });
}
