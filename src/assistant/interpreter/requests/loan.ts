import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
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
  // A bare number of this size is a sum.
  const sums = asked.items.flatMap(({ entity, at, end }) =>
    (entity?.kind === 'money' || entity?.kind === 'number') && Number(entity.value) >= 500
      ? [{ value: Number(entity.value), isDown: isDown(folded.slice(0, at), folded.slice(end)), at }]
      : [],
  );
  // "R$ 80000 com R$ 20000": what comes with the sum is paid at once.
  const down =
    sums.find((each) => each.isDown) ?? (sums.length > 1 ? sums.find(({ at }) => isBeside(folded, at)) : undefined);
  const sum = sums.find((each) => each !== down)?.value;
  const isYearly = yearly.test(folded);
  if (
    months === undefined ||
    rate === undefined ||
    (sum ?? model ?? asked.text_('id')) === undefined ||
    isYearly === monthly.test(folded)
  )
    return undefined;
  return defined({
    valor: sum,
    model: sum === undefined ? model : undefined,
    veiculo_id: sum === undefined ? asked.text_('id') : undefined,
    entrada: down?.value,
    meses: months,
    [isYearly ? 'taxa_anual_pct' : 'taxa_mensal_pct']: rate,
    tabela: /\bsac\b/.test(folded) ? 'sac' : undefined,
  });
}

/** "entrada de 20 mil", "30 thousand down". */
function isDown(before: string, behind: string): boolean {
  return (
    /\b(?:entrada|sinal|down payment|deposit)(?: (?:de|of))? ?(?:r\$ ?)?$/.test(before) ||
    /^ ?(?:reais |brl )?(?:down|up ?front|de entrada|de sinal|as (?:a |the )?(?:down|deposit))\b/.test(behind)
  );
}

function isBeside(folded: string, at: number): boolean {
  return /\b(?:with|com|mais|plus) (?:r\$ ?)?$/.test(folded.slice(0, at));
}
