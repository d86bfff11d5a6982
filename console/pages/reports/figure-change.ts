import { numberText } from '../../text/quantities.ts';

/** With its sign; what rounds to nothing has none. */
function signed(value: number, language: string): string {
  const rounded = Math.round(value * 10) / 10 || 0; // never "-0"
  return `${rounded > 0 ? '+' : ''}${numberText(rounded, language, 1)}`;
}

/** "+12.4 %" of an amount; null where there was nothing to compare with. */
export function changeOf(now: number, former: number, language: string): string | null {
  if (former === 0) return null;
  return `${signed(((now - former) / former) * 100, language)} %`;
}

/** The difference of two shares in percentage points: "+1.2". */
export function pointsOf(now: number, former: number, language: string): string {
  return signed(now - former, language);
}
