import { isRecord } from '../../parts/json.ts';
/** What a tool takes in one line, as the device says it: "r 0–255, mode text = on". */
export function argumentsText(schema: Record<string, unknown>): string {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties)
    .map(([name, given]) => `${name}${formText(isRecord(given) ? given : {})}`)
    .join(', ');
}

function formText(given: Record<string, unknown>): string {
  const { type, minimum, maximum, default: usual } = given;
  const range =
    typeof minimum === 'number' || typeof maximum === 'number' ? ` ${numberText(minimum)}–${numberText(maximum)}` : '';
  const form = range || (typeof type === 'string' ? ` ${type}` : '');
  return usual === undefined ? form : `${form} = ${JSON.stringify(usual)}`;
}

function numberText(value: unknown): string {
  return typeof value === 'number' ? String(value) : '…';
}
