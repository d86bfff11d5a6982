import { useTranslation } from 'react-i18next';
import type { Link } from '#contract/stations/station.ts';
import { linkTone } from '../../parts/tones.ts';

type State = Link['state'];
type Props = { counts: Record<State, number>; chosen: State | undefined; onChoose: (state: State | undefined) => void };

const states = ['online', 'offline', 'pending'] as const satisfies readonly State[];

/** How many stations are reached, each number a filter. */
export function LinkStrip({ counts, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const all = counts.online + counts.offline + counts.pending;
  return (
    <div className="link-strip" role="group" aria-label={t('equipment.filterLink')}>
      <button type="button" className="count" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        <span className="count-number">{number.format(all)}</span>
        <span className="count-word">{t('equipment.all')}</span>
      </button>
      {states.map((state) => (
        <button
          key={state}
          type="button"
          className={`count tone-${linkTone[state]}${counts[state] === 0 ? ' count-zero' : ''}`}
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? undefined : state)}
        >
          <span className="count-number">{number.format(counts[state])}</span>
          <span className="count-word">
            <span className="dot" />
            {t(`link.state.${state}`)}
          </span>
        </button>
      ))}
    </div>
  );
}
