import { useTranslation } from 'react-i18next';
import type { Vehicle } from '#contract/vehicles/vehicle.ts';
import { moneyText } from '../../text/money.ts';

/** A vehicle in the reader's language; the stock itself is written in Portuguese. */
export function useVehicleWords() {
  const { t, i18n } = useTranslation();
  const whole = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  return {
    name: ({ marca, modelo }: Vehicle) => `${marca} ${modelo}`,
    price: ({ preco }: Vehicle) => moneyText(preco.toFixed(2), 'BRL', i18n.language),
    years: ({ ano_fabricacao: made, ano_modelo: model }: Vehicle) => (made === model ? `${made}` : `${made}/${model}`),
    fuel: ({ tipo_combustivel: fuel }: Vehicle) => t(`vehicles.fuels.${fuel}`),
    transmission: ({ tipo_transmissao: kind }: Vehicle) => t(`vehicles.transmissions.${kind}`),
    amount: (value: number | null, unit: string) => (value === null ? null : `${whole.format(value)} ${unit}`),
  };
}
