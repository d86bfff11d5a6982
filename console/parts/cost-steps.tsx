import { useTranslation } from 'react-i18next';
import type { Cost, CostLine } from '#contract/billing/cost.ts';
import { decimalText, moneyText, priceText } from '../text/money.ts';
import './cost-steps.css';

/** A cost as lines that a person can add up: quantity × price = amount, to the cent. What it contains of taxes stands under the sum. */
export function CostSteps({ cost, timeZone }: { cost: Cost; timeZone: string }) {
  const { t, i18n } = useTranslation();
  const money = (amount: string) => moneyText(amount, cost.currency, i18n.language);
  const addends = cost.lines.filter(({ kind }) => kind !== 'included-tax');
  const included = cost.lines.filter(({ kind }) => kind === 'included-tax');
  return (
    <table className="cost-steps">
      <tbody>
        {addends.map((line, place) => (
          <tr key={place}>
            <th scope="row">
              <Name line={line} />
              <When line={line} timeZone={timeZone} />
            </th>
            <td className="cost-sum">
              <Sum line={line} currency={cost.currency} />
            </td>
            <td className="cost-amount">{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="cost-total">
          <th scope="row" colSpan={2}>
            {t('cost.total')}
          </th>
          <td className="cost-amount">{money(cost.total)}</td>
        </tr>
        {included.map((line) => (
          <tr key={line.name} className="cost-included">
            <th scope="row">{t('cost.contains', { name: line.name ?? t('cost.kind.tax') })}</th>
            <td className="cost-sum">
              <Sum line={line} currency={cost.currency} />
            </td>
            <td className="cost-amount">{money(line.amount)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function Name({ line: { kind, name } }: { line: CostLine }) {
  const { t } = useTranslation();
  const word = t(`cost.kind.${kind}`);
  return <>{name === null ? word : `${word} · ${name}`}</>;
}

function When({ line: { from, to }, timeZone }: { line: CostLine; timeZone: string }) {
  const { i18n } = useTranslation();
  if (from === null) return null;
  const format = new Intl.DateTimeFormat(i18n.language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return (
    <small>{to === null ? format.format(new Date(from)) : format.formatRange(new Date(from), new Date(to))}</small>
  );
}

function Sum({ line: { quantity, unit, price }, currency }: { line: CostLine; currency: string }) {
  const { i18n } = useTranslation();
  if (quantity === null || unit === null) return null;
  const amount = `${decimalText(quantity, i18n.language)} ${unit}`;
  return <>{price === null ? amount : `${amount} × ${priceText(price, currency, i18n.language)}`}</>;
}
