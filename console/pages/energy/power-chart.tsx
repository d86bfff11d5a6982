import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import { useNow } from '../../parts/clock.ts';
import '../../parts/curve/curve.css';
import { type Frame, gutter, xOf } from '../../parts/curve/panel.ts';
import { timeTicks } from '../../parts/curve/ticks.ts';
import { useWidthOf } from '../../parts/use-width-of.ts';
import { tickTime } from '../../text/time.ts';
import { bandClass, bandOf, scaled, stepped, stepsOf, ticksBetween, tipPlace } from './chart-paths.ts';
import './energy.css';
import { type PlanPicture, planPicture, type Step } from './plan-picture.ts';
import { PricePanel } from './price-panel.tsx';
import { usePlanWords } from './use-plan-words.ts';

type Props = {
  plan: EnergyPlan;
  limit: (span: { from: number; to: number }) => Step[];
  /** What it is compared with: its sum is drawn as a line. */
  before?: EnergyPlan;
};

const powerHeight = 240;
const priceHeight = 92;
const axisHeight = 26;
const headRoom = 26;

/** Power over the next 24 hours, band on band under the limit, and what a kWh costs below it. The pointer and the arrow keys read it. */
export function PowerChart({ plan, limit, before }: Props) {
  const { t, i18n } = useTranslation();
  const words = usePlanWords();
  const place = useRef<HTMLDivElement>(null);
  const width = useWidthOf(place);
  const now = useNow('calm');
  const names = useLayerNames();
  const picture = useMemo(() => planPicture(plan, names), [plan, names]);
  const former = useMemo(() => (before === undefined ? null : planPicture(before, names)), [before, names]);
  const [chosen, setChosen] = useState<number | null>(null);
  const { from, to, times, layers } = picture;
  const frame: Frame = { width, from, to };
  const limits = limit({ from, to });
  const highestLimit = Math.max(0, ...limits.map(({ value }) => value ?? 0));
  const top = Math.max(picture.topW, former?.topW ?? 0, highestLimit * 1.05, 1000);
  const ticks = ticksBetween(picture.bottomW / 1000, top / 1000);
  const [lowest, highest] = [(ticks[0] ?? 0) * 1000, (ticks.at(-1) ?? 1) * 1000];
  const y = (watts: number) => scaled(watts, { low: lowest, high: highest, top: headRoom, bottom: powerHeight - 8 });
  const { times: marks, stepMs } = timeTicks(from, to, Math.max(2, Math.floor((width - gutter.left) / 80)));
  const height = powerHeight + priceHeight + axisHeight;
  const slot =
    chosen === null
      ? null
      : Math.max(
          0,
          times.findLastIndex((time) => time <= chosen),
        );

  function point(event: PointerEvent) {
    const left = place.current?.getBoundingClientRect().left ?? 0;
    const share = (event.clientX - left - gutter.left) / (width - gutter.left - gutter.right);
    setChosen(from + Math.min(1, Math.max(0, share)) * (to - from));
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') return setChosen(null);
    const index = slot ?? -1;
    const wanted = { ArrowLeft: index - 1, ArrowRight: index + 1, PageUp: index + 4, PageDown: index - 4, Home: 0 };
    const target = event.key === 'End' ? times.length - 1 : wanted[event.key as keyof typeof wanted];
    if (target === undefined) return;
    event.preventDefault();
    setChosen(times[Math.min(times.length - 1, Math.max(0, target))] ?? null);
  }

  const readings = useReadings({ plan, picture, limits, slot });
  return (
    <figure className="energy-chart">
      <div className="curve" ref={place} style={{ height }}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="slider"
            tabIndex={0}
            aria-label={t('energy.chart')}
            aria-valuemin={from}
            aria-valuemax={to}
            aria-valuenow={chosen ?? from}
            aria-valuetext={
              slot === null
                ? t('curve.notChosen')
                : [words.time(times[slot] ?? from), ...readings.map(({ name, text }) => `${name} ${text}`)].join(', ')
            }
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => setChosen(null)}
            onKeyDown={press}
            onBlur={() => setChosen(null)}
          >
            <text className="curve-name" x={0} y={15}>
              <tspan className="curve-quantity">{t('energy.power')}</tspan> <tspan className="curve-unit">kW</tspan>
            </text>
            {marks.map((time) => (
              <line
                key={time}
                className="curve-grid"
                x1={xOf(frame, time)}
                x2={xOf(frame, time)}
                y1={headRoom}
                y2={height - axisHeight}
              />
            ))}
            {ticks.map((tick) => (
              <g key={tick}>
                <line
                  className="curve-grid"
                  x1={gutter.left}
                  x2={width - gutter.right}
                  y1={y(tick * 1000)}
                  y2={y(tick * 1000)}
                />
                <text className="curve-tick" x={gutter.left - 8} y={y(tick * 1000) + 4} textAnchor="end">
                  {words.number(tick)}
                </text>
              </g>
            ))}
            {layers.map((layer) => (
              <path
                key={layer.key}
                className={`energy-band ${bandClass(layer)}`}
                d={bandOf(layer, { times, to, frame, y })}
              />
            ))}
            {former !== null && <path className="energy-former" d={stepped(stepsOf(former), { frame, to, y })} />}
            <path className="energy-limit" d={stepped(limits, { frame, to, y })} />
            {picture.bottomW < -1 && (
              <line className="energy-zero" x1={gutter.left} x2={width - gutter.right} y1={y(0)} y2={y(0)} />
            )}
            {marks.map((time) => (
              <text
                key={time}
                className="curve-time"
                x={Math.min(Math.max(xOf(frame, time), 20), width - 20)}
                y={height - 8}
                textAnchor="middle"
              >
                {tickTime(time, stepMs, i18n.language)}
              </text>
            ))}
            {now >= from && now <= to && (
              <line
                className="energy-now"
                x1={xOf(frame, now)}
                x2={xOf(frame, now)}
                y1={headRoom - 6}
                y2={height - axisHeight}
              />
            )}
            <PricePanel plan={plan} frame={frame} times={times} to={to} top={powerHeight} height={priceHeight} />
            {slot !== null && (
              <line
                className="curve-cursor"
                x1={xOf(frame, times[slot] ?? from)}
                x2={xOf(frame, times[slot] ?? from)}
                y1={0}
                y2={height - axisHeight}
              />
            )}
          </svg>
        )}
        {slot !== null && (
          <div
            className="curve-tip energy-tip"
            aria-hidden="true"
            style={tipPlace(xOf(frame, times[slot] ?? from), width)}
          >
            <strong>{words.time(times[slot] ?? from)}</strong>
            {readings.map(({ name, text, className }) => (
              <span key={name} className="curve-tip-row">
                <i className={className} />
                {name} <b>{text}</b>
              </span>
            ))}
          </div>
        )}
      </div>
      <figcaption className="energy-legend">
        {layers.map((layer) => (
          <span key={layer.key}>
            <i className={bandClass(layer)} />
            {layer.name}
          </span>
        ))}
        {limits.some(({ value }) => value !== null) && (
          <span>
            <i className="energy-limit-mark" />
            {t('energy.limit')}
          </span>
        )}
        {former !== null && (
          <span>
            <i className="energy-former-mark" />
            {t('energy.asItIs')}
          </span>
        )}
        <span>
          <i className="energy-now-mark" />
          {t('energy.now')}
        </span>
      </figcaption>
    </figure>
  );
}

function useLayerNames() {
  const { t } = useTranslation();
  const { car } = usePlanWords();
  // The names of cars change with the plan alone.
  return useMemo(
    () => ({
      base: t('energy.layer.base'),
      sun: t('energy.layer.sun'),
      battery: t('energy.layer.battery'),
      others: t('energy.layer.others'),
      car,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `car` reads nothing but its argument
    [t],
  );
}

type Reading = { name: string; text: string; className: string };
type ReadingNeeds = {
  plan: EnergyPlan;
  picture: PlanPicture;
  limits: readonly Step[];
  slot: number | null;
};

/** What the picture says in one slot, in words. */
function useReadings({ plan, picture, limits, slot }: ReadingNeeds): Reading[] {
  const { t } = useTranslation();
  const words = usePlanWords();
  if (slot === null) return [];
  const time = picture.times[slot] ?? picture.from;
  const limitW = limits.findLast(({ from }) => from <= time)?.value ?? null;
  const bands = picture.layers
    .filter(({ powersW }) => Math.abs(powersW[slot] ?? 0) >= 50)
    .map((layer) => ({ name: layer.name, text: words.power(layer.powersW[slot] ?? 0), className: bandClass(layer) }));
  return [
    { name: t('energy.total'), text: words.power(picture.totalW[slot] ?? 0), className: '' },
    ...(limitW === null
      ? []
      : [{ name: t('energy.limit'), text: words.power(limitW), className: 'energy-limit-mark' }]),
    ...bands,
    {
      name: t('energy.price'),
      text: words.price(plan.slots[slot]?.importPerKwh ?? 0, plan.cost.currency),
      className: 'energy-price-mark',
    },
  ];
}
