import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { weekday } from '#contract/reports/calendar.ts';
import { painted } from './drawn-tariff.ts';
import { rowColour } from './week-chart.tsx';
import './week-painter.css';

type Props = {
  week: readonly number[];
  /** What each price is called, with its amount. */
  names: readonly string[];
  /** The price that is painted with. */
  brush: number;
  onBrush: (price: number) => void;
  onChange: (week: readonly number[]) => void;
};

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * The week as a picture that is painted: by dragging over hours, or by keyboard, where the arrows go from hour to hour, with
 * Shift they mark, Space paints and a digit takes another price.
 */
export function WeekPainter({ week, names, brush, onBrush, onChange }: Props) {
  const { t } = useTranslation();
  const grid = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(0);
  /** The other corner of what is marked. */
  const [anchor, setAnchor] = useState<number | null>(null);
  const dragged = useRef<{ from: number; week: readonly number[] } | null>(null);
  const hasMoved = useRef(false);

  useEffect(() => {
    if (!hasMoved.current) return;
    grid.current?.querySelector<HTMLElement>(`[data-place="${cursor}"]`)?.focus();
  }, [cursor]);

  function placeAt(event: PointerEvent): number | null {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-place]');
    return cell === null || cell === undefined ? null : Number(cell.dataset['place']);
  }

  function begin(event: PointerEvent) {
    const from = placeAt(event);
    if (from === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = { from, week };
    hasMoved.current = true;
    setAnchor(null);
    setCursor(from);
    onChange(painted(week, from, from, brush));
  }

  function drag(event: PointerEvent) {
    const to = dragged.current === null ? null : placeAt(event);
    if (to === null || dragged.current === null || to === cursor) return;
    setCursor(to);
    onChange(painted(dragged.current.week, dragged.current.from, to, brush));
  }

  function press(event: KeyboardEvent) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -24, ArrowDown: 24 };
    const step = steps[event.key as keyof typeof steps];
    const isSideways = Math.abs(step ?? 0) === 1;
    if (step !== undefined) {
      event.preventDefault();
      const next = cursor + step;
      const isInside = next >= 0 && next < week.length;
      const isSameDay = Math.floor(next / 24) === Math.floor(cursor / 24);
      if (!isInside || (isSideways && !isSameDay)) return;
      hasMoved.current = true;
      setAnchor(event.shiftKey ? (anchor ?? cursor) : null);
      setCursor(next);
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      hasMoved.current = true;
      setAnchor(event.shiftKey ? (anchor ?? cursor) : null);
      setCursor(Math.floor(cursor / 24) * 24 + (event.key === 'Home' ? 0 : 23));
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      onChange(painted(week, anchor ?? cursor, cursor, brush));
      setAnchor(null);
    } else if (event.key === 'Escape') {
      setAnchor(null);
    } else if (/^[1-9]$/.test(event.key) && Number(event.key) <= names.length) {
      onBrush(Number(event.key) - 1);
    }
  }

  const marked = painted(
    week.map(() => 0),
    anchor ?? cursor,
    cursor,
    1,
  );
  return (
    <>
      <p className="quiet painter-help" id="painter-help">
        {t('tariff.draw.help')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells take the focus, one at a time */}
      <div
        ref={grid}
        role="grid"
        aria-label={t('tariff.week')}
        aria-describedby="painter-help"
        aria-multiselectable="true"
        className="painter"
        onPointerDown={begin}
        onPointerMove={drag}
        onPointerUp={() => (dragged.current = null)}
        onPointerCancel={() => (dragged.current = null)}
        onKeyDown={press}
      >
        {weekday.options.map((day, dayPlace) => (
          <div key={day} role="row" className="painter-day" tabIndex={-1}>
            <span role="rowheader" className="week-name">
              {t(`day.${day}`)}
            </span>
            {hours.map((hour) => {
              const place = dayPlace * 24 + hour;
              const price = week[place] ?? 0;
              return (
                <span
                  key={hour}
                  role="gridcell"
                  data-place={place}
                  tabIndex={place === cursor ? 0 : -1}
                  aria-selected={anchor !== null && marked[place] === 1}
                  aria-label={`${t(`day.${day}`)} ${clock(hour)}–${clock(hour + 1)}: ${names[price] ?? ''}`}
                  title={`${t(`day.${day}`)} ${clock(hour)}–${clock(hour + 1)}: ${names[price] ?? ''}`}
                  className={`painter-hour ${rowColour(price)}`}
                />
              );
            })}
          </div>
        ))}
        <div className="painter-day painter-scale" aria-hidden="true">
          <span />
          {hours.map((hour) => (
            <span key={hour}>{hour % 3 === 0 ? hour : ''}</span>
          ))}
        </div>
      </div>
    </>
  );
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
