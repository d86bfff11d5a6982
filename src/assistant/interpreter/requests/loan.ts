import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { decimalIn } from '../grammar/entities.ts';
import { fold, numberIn } from '../spot/fold.ts';

const monthly = /\b(?:a|per|each|ao|por) (?:month|mes)\b|\b(?:monthly|mensa(?:l|is))\b|\ba\.? ?m\b/;
const yearly = /\b(?:a|per|each|ao|por) (?:year|ano)\b|\b(?:yearly|annual|anua(?:l|is))\b|\ba\.? ?a\b/;

/** The sum, the down payment, the months and the interest of a loan; undefined where one of them is not said. */
export function loanIn(asked: Asked, model?: string): Record<string, unknown> | undefined {
  const folded = fold(asked.text);
  const months = numberIn(
    /\b(\d+) ?(?:x\b|times|months?|(?:equal |monthly )?instal\w*|vezes|meses|parcelas|prestac\w*)/.exec(folded)?.[1] ??
      '',
  );
  const rate = asked.number('percent');
  const down = decimalIn(
    /\b(?:entrada de|down payment of|with|com) (?:r\$ ?)?([\d.,]+)(?: reais)?(?: (?:down|de entrada))?/.exec(
      folded,
    )?.[1] ?? '',
  );
  // A bare number of this size is a sum.
  const sums = [...asked.all('money'), ...asked.all('number')].map(Number).filter((each) => each >= 500);
  const sum = sums.find((each) => each !== down);
  const isYearly = yearly.test(folded);
  if (months === undefined || rate === undefined || (sum ?? model) === undefined || isYearly === monthly.test(folded))
    return undefined;
  return defined({
    valor: sum,
    model: sum === undefined ? model : undefined,
    entrada: sums.includes(down ?? Number.NaN) ? down : undefined,
    meses: months,
    [isYearly ? 'taxa_anual_pct' : 'taxa_mensal_pct']: rate,
    tabela: /\bsac\b/.test(folded) ? 'sac' : undefined,
  });
}
