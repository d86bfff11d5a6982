import './sparkline.css';
import { sparkPath } from './spark-path.ts';

type Props = {
  values: readonly (number | null)[];
  /** Drawn faintly behind, on the same scale. */
  before?: readonly (number | null)[];
  /** How many places the line has in all; what is yet to come stays empty. */
  places?: number;
};

const [width, height] = [120, 32];

/** A small curve without axes beside a number that says the same. */
export function Sparkline({ values, before = [], places = Math.max(values.length, before.length) }: Props) {
  const most = Math.max(...[...values, ...before].map((value) => value ?? 0), 0);
  const shape = { width, height, most, places };
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {most > 0 && <path className="spark-before" d={sparkPath(before, shape)} />}
      {most > 0 && <path className="spark-now" d={sparkPath(values, shape)} />}
    </svg>
  );
}
