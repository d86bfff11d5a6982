import { useTranslation } from 'react-i18next';
import type { Vehicle } from '#contract/vehicles/vehicle.ts';
import { moneyText } from '../../text/money.ts';

/** A vehicle in the reader's language; the stock itself is written in Portuguese. */
export function useVehicleWords() {
  const { t, i18n } = useTranslation();
  const whole = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  // A dealer's own word stands as it is.
  const translated = (list: 'fuels' | 'transmissions' | 'bodies', word: string) =>
    i18n.exists(`vehicles.${list}.${word}`) ? String(t(`vehicles.${list}.${word}` as never)) : word;
  return {
    name: ({ marca, modelo }: Vehicle) => `${marca} ${modelo}`,
    price: ({ preco }: Vehicle) => moneyText(preco.toFixed(2), 'BRL', i18n.language),
    years: ({ ano_fabricacao: made, ano_modelo: model }: Vehicle) => (made === model ? `${made}` : `${made}/${model}`),
    fuel: (fuel: string) => translated('fuels', fuel),
    transmission: (kind: string) => translated('transmissions', kind),
    body: (body: string | null) => (body === null ? null : translated('bodies', body)),
    amount: (value: number | null, unit: string) => (value === null ? null : `${whole.format(value)} ${unit}`),
  };
}
