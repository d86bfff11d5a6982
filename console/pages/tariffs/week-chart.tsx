import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { Choice } from '../../parts/choice.tsx';
import { usePriceWords } from './price-words.ts';
import './tariffs.css';
import { seasonsOf, weekPicture } from './week-picture.ts';

const hours = [0, 6, 12, 18, 24];
const colours = 6;

/** A colour belongs to a row and stands beside its words everywhere. */
export function rowColour(row: number | null): string {
  return row === null ? 'row-none' : `row-${row % colours}`;
}

/** The week as one sees it on a wall: a line per day, a colour per price. */
export function WeekChart({ terms }: { terms: TariffTerms }) {
  const { t } = useTranslation();
  const words = usePriceWords();
  const seasons = seasonsOf(terms);
  const [season, setSeason] = useState('');
  const dayOfYear = season === '' ? today() : season.slice(0, 5);
  return (
    <div className="week">
      {seasons.length > 0 && (
        <div className="week-season">
          <Choice
            label={t('tariff.season')}
            value={season}
            none={t('tariff.seasonNow')}
            options={seasons.map((each) => ({ value: each, label: each.replace('..', ' – ') }))}
            onChange={setSeason}
          />
        </div>
      )}
      <div className="week-grid" role="img" aria-label={t('tariff.week')}>
        {weekPicture(terms, dayOfYear).map(({ day, stretches }) => (
          <div key={day} className="week-day">
            <span className="week-name">{t(`day.${day}`)}</span>
            <span className="week-line">
              {stretches.map(({ from, to, row }) => (
                <span
                  key={from}
                  className={`week-stretch ${rowColour(row)}`}
                  style={{ flexGrow: to - from }}
                  title={`${clock(from)}–${clock(to)} · ${row === null ? t('tariff.noPrice') : words.row(terms, row)}`}
                />
              ))}
            </span>
          </div>
        ))}
        <div className="week-day week-hours" aria-hidden="true">
          <span className="week-name" />
          <span className="week-scale">
            {hours.map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </span>
        </div>
      </div>
      <ul className="week-legend">
        {terms.prices.map((_, row) => (
          <li key={row}>
            <span className={`week-mark ${rowColour(row)}`} />
            {words.row(terms, row)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function clock(minute: number): string {
  const two = (amount: number) => String(amount).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function today(): string {
  const now = new Date();
  return `${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
}
