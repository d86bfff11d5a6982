const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** R$ 1.234,50, as people of the country write it. */
export function reaisText(cents: number): string {
  return reais.format(cents / 100).replaceAll('\u00a0', ' ');
}
