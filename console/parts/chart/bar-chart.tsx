import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberText } from '../../text/quantities.ts';
import { valueTicks } from '../curve/ticks.ts';
import { useWidthOf } from '../use-width-of.ts';
import './chart.css';

export type Bar = {
  key: string;
  /** In full, such as "Mon, 2 Mar"; `mark` is what fits under a bar. */
  name: string;
  mark: string;
  /** null: nothing is known of it, which is not zero. */
  value: number | null;
  /** The same place in a former period. */
  former?: { name: string; value: number | null } | undefined;
};

type Props = {
  title: string;
  unit: string;
  tone: 'energy' | 'money' | 'count' | 'share';
  bars: readonly Bar[];
  format: (value: number) => string;
  /** The top of the axis where it is known beforehand: 100 for a percentage. */
  most?: number;
};

const height = 190;
const gutter = { top: 10, left: 48, right: 4, bottom: 24 };
const markWidth = 34;

/** Bars over time, with those of a former period behind them. The pointer and the arrow keys read one after the other. */
export function BarChart({ title, unit, tone, bars, format, most }: Props) {
  const { t, i18n } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const width = useWidthOf(place);
  const [chosen, setChosen] = useState<number | null>(null);
  const values = bars.flatMap(({ value, former }) => [value ?? 0, former?.value ?? 0]);
  const ticks = valueTicks(most ?? Math.max(0, ...values), 3);
  const top = ticks.at(-1) ?? 1;
  const digits = [0, 1, 2].find((count) => ticks.every((tick) => Number.isInteger(tick * 10 ** count))) ?? 3;
  const room = (width - gutter.left - gutter.right) / Math.max(1, bars.length);
  const x = (index: number) => gutter.left + index * room;
  const y = (value: number) => {
    const share = Math.min(1, Math.max(0, value / top));
    return height - gutter.bottom - share * (height - gutter.top - gutter.bottom);
  };
  const everyMark = Math.max(1, Math.ceil(markWidth / Math.max(1, room)));
  const bar = chosen === null ? undefined : bars[chosen];

  function point(event: PointerEvent) {
    const left = place.current?.getBoundingClientRect().left ?? 0;
    const index = Math.floor((event.clientX - left - gutter.left) / room);
    setChosen(Math.min(bars.length - 1, Math.max(0, index)));
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') return setChosen(null);
    const index = chosen ?? bars.length;
    const wanted = { ArrowLeft: index - 1, ArrowRight: index + 1, PageUp: index + 7, PageDown: index - 7, Home: 0 };
    const target = event.key === 'End' ? bars.length - 1 : wanted[event.key as keyof typeof wanted];
    if (target === undefined) return;
    event.preventDefault();
    setChosen(Math.min(bars.length - 1, Math.max(0, target)));
  }

  const text = (value: number | null) => (value === null ? t('session.unknown') : format(value));
  const said = bar === undefined ? t('curve.notChosen') : readings(bar).join(', ');
  function readings({ name, value, former }: Bar): string[] {
    return [`${name}: ${text(value)}`, ...(former === undefined ? [] : [`${former.name}: ${text(former.value)}`])];
  }

  return (
    <figure className={`chart chart-${tone}`}>
      <figcaption>
        {title} <span className="chart-unit">{unit}</span>
      </figcaption>
      <div className="chart-place" ref={place} style={{ minHeight: height }}>
        {width > 0 && (
          <svg
            viewBox={`0 0 ${width} ${height}`}
            role="slider"
            tabIndex={0}
            aria-label={t('chart.label', { title })}
            aria-valuemin={1}
            aria-valuemax={bars.length}
            aria-valuenow={(chosen ?? bars.length - 1) + 1}
            aria-valuetext={said}
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => setChosen(null)}
            onKeyDown={press}
            onBlur={() => setChosen(null)}
          >
            {ticks.map((tick) => (
              <g key={tick}>
                <line className="chart-grid" x1={gutter.left} x2={width - gutter.right} y1={y(tick)} y2={y(tick)} />
                <text className="chart-tick" x={gutter.left - 7} y={y(tick) + 4} textAnchor="end">
                  {numberText(tick, i18n.language, digits)}
                </text>
              </g>
            ))}
            {bars.map(({ key, mark, value, former }, index) => (
              <g key={key} className={index === chosen ? 'chart-chosen' : undefined}>
                {former !== undefined && (
                  <Column x={x(index)} room={room} share={0.92} top={y(former.value ?? 0)} className="chart-former" />
                )}
                <Column x={x(index)} room={room} share={former === undefined ? 0.78 : 0.5} top={y(value ?? 0)} />
                {index % everyMark === 0 && (
                  <text className="chart-tick" x={x(index) + room / 2} y={height - 7} textAnchor="middle">
                    {mark}
                  </text>
                )}
              </g>
            ))}
          </svg>
        )}
        {bar !== undefined && chosen !== null && (
          <div className="chart-tip" aria-hidden="true" style={tipPlace(x(chosen) + room / 2, width)}>
            {readings(bar).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </div>
        )}
      </div>
    </figure>
  );
}

type ColumnProps = { x: number; room: number; share: number; top: number; className?: string };

function Column({ x, room, share, top, className = 'chart-bar' }: ColumnProps) {
  const width = Math.max(1, room * share);
  return (
    <rect
      className={className}
      x={x + (room - width) / 2}
      y={top}
      width={width}
      height={Math.max(0, height - gutter.bottom - top)}
      rx={Math.min(2, width / 4)}
    />
  );
}

/** On whichever side of the bar there is room. */
function tipPlace(x: number, width: number) {
  return x > width / 2 ? { right: width - x + 10 } : { left: x + 10 };
}
