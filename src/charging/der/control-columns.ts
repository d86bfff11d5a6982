import { defined } from '#base/present.ts';
import type { DerControl, DerCurve, DerSettings } from '#contract/energy/der.ts';

type Flat = Record<string, unknown>;

/** A control as its table holds it: the parts side by side, each under its own prefix. */
export function toColumns({
  controlId,
  type,
  isDefault,
  priority,
  startsAt,
  durationSeconds,
  ...parts
}: DerControl): Flat {
  const curve = curveOf(parts);
  return {
    controlId,
    type,
    isDefault,
    priority,
    startsAt,
    durationSeconds,
    hasCurve: curve !== undefined,
    curveYUnit: curve?.yUnit,
    curveResponseSeconds: curve?.responseSeconds,
    ...prefixed('hysteresis', ['high', 'low', 'delaySeconds', 'gradient'], curve?.hysteresis),
    ...prefixed('reactive', ['referenceVolt', 'isAutonomous', 'timeConstantSeconds'], curve?.reactive),
    ...prefixed('voltage', ['tenMinuteMean', 'tripDelaySeconds', 'powerDuringCessation'], curve?.voltage),
    ...prefixed('enter', enterFields, parts.enterService),
    ...prefixed('factor', ['displacement', 'isExcited'], parts.powerFactor),
    ...prefixed('var', ['setpoint', 'unit'], parts.fixedVar),
    ...prefixed('droop', ['overHz', 'underHz', 'overDroop', 'underDroop', 'responseSeconds'], parts.frequencyDroop),
    ...prefixed('gradient', ['percentPerSecond', 'softPercentPerSecond'], parts.gradient),
    hasMaxDischarge: parts.maxDischarge !== undefined,
    maxDischargePercent: parts.maxDischarge?.percent,
  };
}

const enterFields = ['highVolt', 'lowVolt', 'highHz', 'lowHz', 'delaySeconds', 'randomDelaySeconds', 'rampSeconds'];

/** The curve of a control, which for the most discharge is its must-trip curve. */
export function curveOf({ curve, maxDischarge }: Pick<DerSettings, 'curve' | 'maxDischarge'>): DerCurve | undefined {
  return curve ?? maxDischarge?.mustTrip;
}

export function toSettings(row: Flat, points: DerCurve['points']): DerSettings {
  const part = (prefix: string) => unprefixed(prefix, row);
  const curve =
    row['hasCurve'] === true
      ? defined<Flat>({
          ...part('curve'),
          points,
          hysteresis: part('hysteresis'),
          reactive: part('reactive'),
          voltage: part('voltage'),
        })
      : undefined;
  if (row['hasMaxDischarge'] === true)
    return { maxDischarge: defined<Flat>({ percent: row['maxDischargePercent'], mustTrip: curve }) };
  return defined<Flat>({
    curve,
    enterService: part('enter'),
    powerFactor: part('factor'),
    fixedVar: part('var'),
    frequencyDroop: part('droop'),
    gradient: part('gradient'),
  });
}

/** Every field, told or not: a control that replaces another must leave nothing of it. */
function prefixed(prefix: string, fields: readonly string[], part: object | undefined): Flat {
  return Object.fromEntries(
    fields.map((field) => [
      prefix + field.charAt(0).toUpperCase() + field.slice(1),
      (part as Flat | undefined)?.[field],
    ]),
  );
}

function unprefixed(prefix: string, row: Flat): Flat | undefined {
  const fields = Object.entries(row)
    .filter(([name]) => name.startsWith(prefix) && /^[A-Z]/.test(name.slice(prefix.length)))
    .map(([name, value]) => [name.charAt(prefix.length).toLowerCase() + name.slice(prefix.length + 1), value]);
  return fields.length === 0 ? undefined : (Object.fromEntries(fields) as Flat);
}
