import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, exactTime, tickTime } from '../../text/time.ts';
import { useWidthOf } from '../use-width-of.ts';
import { CurvePanel } from './curve-panel.tsx';
import './curve.css';
import { type Frame, gutter, type PanelData, panelHeights, valueAt, xOf } from './panel.ts';
import { timeTicks } from './ticks.ts';

type Props = {
  /** What the whole is, for whoever does not see it. */
  label: string;
  panels: readonly PanelData[];
  from: number;
  to: number;
};

const axisHeight = 26;

/**
 * Curves over one axis of time, each in a panel of its own with its own unit. The pointer, and the arrow keys, read all of
 * them at one time.
 */
export function CurveChart({ label, panels, from, to }: Props) {
  const { t, i18n } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const width = useWidthOf(place);
  const times = useMemo(() => timesOf(panels), [panels]);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen === null ? null : nearest(times, chosen);
  const heights = panelHeights(panels);
  const height = heights.reduce((sum, panel) => sum + panel, 0) + axisHeight;
  const frame: Frame = { width, from, to };
  const { times: marks, stepMs } = timeTicks(from, to, Math.max(2, Math.floor((width - gutter.left) / 90)));

  function point(event: PointerEvent) {
    const left = place.current?.getBoundingClientRect().left ?? 0;
    const share = (event.clientX - left - gutter.left) / (width - gutter.left - gutter.right);
    setChosen(from + Math.min(1, Math.max(0, share)) * (to - from));
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') return setChosen(null);
    const index = shown === null ? times.length : times.indexOf(shown);
    const wanted = { ArrowLeft: index - 1, ArrowRight: index + 1, PageUp: index + 10, PageDown: index - 10, Home: 0 };
    const target = event.key === 'End' ? times.length - 1 : wanted[event.key as keyof typeof wanted];
    if (target === undefined) return;
    event.preventDefault();
    setChosen(times[Math.min(times.length - 1, Math.max(0, target))] ?? null);
  }

  const readings = shown === null ? [] : readingsAt(panels, shown);
  const said =
    shown === null
      ? t('curve.notChosen')
      : [exactTime(shown, i18n.language), ...readings.map(({ panel, text }) => `${panel.name} ${text}`)].join(', ');
  return (
    <div className="curve" ref={place} style={{ height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={from}
          aria-valuemax={to}
          aria-valuenow={shown ?? to}
          aria-valuetext={said}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setChosen(null)}
          onKeyDown={press}
          onBlur={() => setChosen(null)}
        >
          {panels.map((panel, index) => (
            <CurvePanel
              key={panel.name}
              panel={panel}
              frame={frame}
              top={heights.slice(0, index).reduce((sum, above) => sum + above, 0)}
              height={heights[index] ?? 0}
              marks={marks}
              reading={shown}
            />
          ))}
          {marks.map((time) => (
            <text
              key={time}
              className="curve-time"
              x={Math.min(xOf(frame, time), width - 18)}
              y={height - 8}
              textAnchor="middle"
            >
              {tickTime(time, stepMs, i18n.language)}
            </text>
          ))}
          {shown !== null && (
            <line
              className="curve-cursor"
              x1={xOf(frame, shown)}
              x2={xOf(frame, shown)}
              y1={0}
              y2={height - axisHeight}
            />
          )}
        </svg>
      )}
      {shown !== null && (
        <div className="curve-tip" aria-hidden="true" style={tipPlace(xOf(frame, shown), width)}>
          <strong>{clockTime(shown, i18n.language)}</strong>
          {readings.map(({ panel, text, range }) => (
            <span key={panel.name} className={`curve-tip-row curve-${panel.tone}`}>
              <i />
              {panel.name} <b>{text}</b>
              {range !== null && <small>{range}</small>}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

function readingsAt(panels: readonly PanelData[], time: number) {
  return panels.flatMap((panel) => {
    const point = valueAt(panel, time);
    if (point === null) return [];
    const isRange = panel.format(point.low) !== panel.format(point.high);
    const range = isRange ? `${panel.format(point.low)} – ${panel.format(point.high)}` : null;
    return [{ panel, text: panel.format(point.value), range }];
  });
}

/** On whichever side of the cursor there is room. */
function tipPlace(x: number, width: number) {
  return x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
}

function timesOf(panels: readonly PanelData[]): number[] {
  return [...new Set(panels.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted((a, b) => a - b);
}

function nearest(times: readonly number[], time: number): number | null {
  return times.reduce<number | null>(
    (best, candidate) => (best === null || Math.abs(candidate - time) < Math.abs(best - time) ? candidate : best),
    null,
  );
}
