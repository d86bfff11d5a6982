import { useTranslation } from 'react-i18next';
import { numberText } from '../../text/quantities.ts';
import { type Frame, gutter, type PanelData, type Point, valueAt, xOf } from './panel.ts';
import { valueTicks } from './ticks.ts';

type Props = {
  panel: PanelData;
  frame: Frame;
  top: number;
  height: number;
  /** Times of the axis below, as lines. */
  marks: readonly number[];
  /** The time that is being read. */
  reading: number | null;
};

const headRoom = 30;
const footRoom = 10;

export function CurvePanel({ panel, frame, top, height, marks, reading }: Props) {
  const { i18n } = useTranslation();
  // A little room above, so that a steady maximum does not lie on the edge.
  const ceiling = panel.most ?? 1.05 * Math.max(0, ...panel.points.map(({ high }) => high));
  const ticks = valueTicks(ceiling, height > 150 ? 4 : 2);
  const most = ticks.at(-1) ?? 1;
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  const digits = [0, 1, 2].find((count) => Number.isInteger(step * 10 ** count)) ?? 3;
  const bottom = top + height - footRoom;
  const y = (value: number) => {
    const share = Math.min(1, Math.max(0, value / most));
    return Math.round((bottom - share * (height - headRoom - footRoom)) * 10) / 10;
  };
  const at = reading === null ? null : valueAt(panel, reading);
  const line = lineOf(panel, frame, y);
  return (
    <g className={`curve-${panel.tone}`}>
      <text className="curve-name" x={0} y={top + 15}>
        <tspan className="curve-quantity">{panel.name}</tspan> <tspan className="curve-unit">{panel.unit}</tspan>
        {panel.note !== undefined && <tspan className="curve-note"> · {panel.note}</tspan>}
      </text>
      {marks.map((time) => (
        <line key={time} className="curve-grid" x1={xOf(frame, time)} x2={xOf(frame, time)} y1={y(most)} y2={bottom} />
      ))}
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="curve-grid" x1={gutter.left} x2={frame.width - gutter.right} y1={y(tick)} y2={y(tick)} />
          <text className="curve-tick" x={gutter.left - 8} y={y(tick) + 4} textAnchor="end">
            {numberText(tick, i18n.language, digits)}
          </text>
        </g>
      ))}
      <path className="curve-ground" d={groundOf(panel.points, frame, { y, line })} />
      <path className="curve-envelope" d={envelopeOf(panel.points, frame, y)} />
      <path className="curve-line" d={line} />
      {at !== null && <circle className="curve-point" cx={xOf(frame, at.at)} cy={y(at.value)} r={4} />}
    </g>
  );
}

type Height = (value: number) => number;

function lineOf({ points, isStepped }: PanelData, frame: Frame, y: Height): string {
  const parts = points.map(({ at, value }, index) => {
    const x = xOf(frame, at);
    if (index === 0) return `M${x} ${y(value)}`;
    return isStepped === true ? `H${x}V${y(value)}` : `L${x} ${y(value)}`;
  });
  return parts.join('');
}

function groundOf(points: readonly Point[], frame: Frame, { y, line }: { y: Height; line: string }): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  return `${line}L${xOf(frame, last.at)} ${y(0)}L${xOf(frame, first.at)} ${y(0)}Z`;
}

/** The band between the lowest and the highest reading, drawn only where they differ. */
function envelopeOf(points: readonly Point[], frame: Frame, y: Height): string {
  if (points.every(({ low, high }) => low === high)) return '';
  const above = points.map(({ at, high }) => `${xOf(frame, at)} ${y(high)}`);
  const below = points.map(({ at, low }) => `${xOf(frame, at)} ${y(low)}`).toReversed();
  return `M${[...above, ...below].join('L')}Z`;
}
