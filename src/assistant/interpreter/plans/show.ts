import type { Setting } from './plan.ts';

const longestCell = 80;

/** A Markdown table. What stands in the cells may be anybody's words: it stays in its cell, and formats nothing. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map((cells) => line(cells.map(plain)))].join('\n');
}

/** Words of others within our own. */
export function plain(text: string): string {
  const visible = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const short = visible.length > longestCell ? `${visible.slice(0, longestCell - 1)}…` : visible;
  return short.replaceAll(/[\\`*_[\]<>|~]/g, String.raw`\$&`);
}

export function numberText({ language }: Setting, value: number, digits = 1): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

export function energyText(setting: Setting, energyWh: number | undefined): string {
  return energyWh === undefined ? '' : `${numberText(setting, energyWh / 1000)} kWh`;
}

export function moneyText({ language }: Setting, amount: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);
}

/** By the clock of whoever asks. */
export function timeText({ language, timeZone }: Setting, moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at);
}

export function dayText({ language }: Setting, day: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
