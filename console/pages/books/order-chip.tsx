import { useTranslation } from 'react-i18next';
import type { BookOrder } from '#contract/bookshop/book.ts';
import { Chip } from '../../parts/chip.tsx';

const tones = { placed: 'door', shipped: 'busy', delivered: 'good' } as const;

/** How far an order is: its last step. */
export function OrderChip({ order: { steps } }: { order: Pick<BookOrder, 'steps'> }) {
  const { t } = useTranslation();
  const state = stateOf(steps);
  return <Chip tone={tones[state]}>{t(`books.state.${state}`)}</Chip>;
}

export function stateOf(steps: BookOrder['steps']): keyof typeof tones {
  if (steps.some(({ kind }) => kind === 'delivered')) return 'delivered';
  return steps.some(({ kind }) => kind === 'shipped') ? 'shipped' : 'placed';
}
