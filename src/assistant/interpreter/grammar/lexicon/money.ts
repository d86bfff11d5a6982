import type { Words } from './words.ts';

/** Payments, invoices and roaming partners. */
export const moneyWords = {
  payment: ['payment, payments', 'pagamento, pagamentos'],
  invoice: ['invoice, invoices, credit note, credit notes', 'fatura, faturas, nota de credito, notas de credito'],
  openitem: [
    'open item, open items, open money items',
    'item em aberto, itens em aberto, pendencia financeira, pendencias financeiras',
  ],
  partner: [
    'partner, partners, roaming partner, roaming partners',
    'parceiro, parceiros, parceiro de roaming, parceiros de roaming',
  ],
  cdr: ['cdr, cdrs, roaming record', 'cdr, cdrs, registro de roaming'],
  issuing: ['issue invoices, issue the invoices', 'emita as faturas, emitir as faturas, emite as faturas'],
} satisfies Words;
