import { both, sentence } from './spoken.ts';

/** What is said about invoices. */
export const invoices = {
  invoices: {
    none: both(
      'There is no invoice yet; "sigec invoice make 2026-10" makes those of a month.',
      'Ainda não há fatura; "sigec invoice make 2026-10" emite as de um mês.',
    ),
    noneMade: both('Nothing stood open: no invoice was made.', 'Nada estava por faturar: nenhuma fatura foi emitida.'),
    made: sentence('{count} made.', '{count} emitidas.'),
    paid: sentence('{name}: {open} {currency} are open now.', '{name}: {open} {currency} em aberto agora.'),
    credited: sentence('Canceled by credit note {name}.', 'Anulada pela nota de crédito {name}.'),
    states: {
      open: both('open', 'em aberto'),
      overdue: both('overdue', 'vencida'),
      paid: both('paid', 'paga'),
      credited: both('canceled', 'anulada'),
      credit: both('credit', 'crédito'),
    },
    invoice: both('Invoice', 'Fatura'),
    name: both('Number', 'Número'),
    driver: both('Driver', 'Motorista'),
    open: both('Open', 'Em aberto'),
    dueAt: both('Due', 'Vencimento'),
    fiscalKey: both('Fiscal key', 'Chave fiscal'),
  },
};
