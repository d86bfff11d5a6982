import { untrustedText } from '#base/untrusted-text.ts';

type Cell = string | number;

/** A table in Markdown. What stands in its cells is data: cleaned, and nothing in it is read as Markdown. */
export function markdownTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
}

function cell(value: Cell): string {
  return untrustedText(String(value), 100).replace(/[\\|`*_[\]<>~#!]/g, '\\$&');
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const whole = new Intl.NumberFormat('pt-BR');
const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "R$ 45.990,00" with a space that every font has. */
export function inReais(amount: number): string {
  return reais.format(amount).replace(/\u00a0/g, ' ');
}

export function inKm(km: number): string {
  return whole.format(km);
}

export function inLitres(litres: number | undefined): string {
  return litres === undefined ? 'elétrico' : decimal.format(litres);
}
