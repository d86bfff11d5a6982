import { defined } from '#base/present.ts';
import { ask, call } from './build.ts';
import type { Request } from './request.ts';

const uuid = '0192f0c1-aaaa-7000-8000-000000000001';

/** Payments, invoices and what roaming partners charge. */
export const moneyRequests: readonly Request[] = [
  {
    tool: 'list_payments',
    when: ['payment', 'payment ?'],
    takes: 'all latest count now how',
    examples: { en: 'list the payments', pt: 'liste os pagamentos' },
    intent: (asked) => (asked.has('correct') || asked.has('issuing') ? undefined : call('list_payments')),
  },
  {
    tool: 'get_payment',
    when: ['payment @id|@session'],
    takes: 'details how why happened trouble @id @session',
    examples: { en: `what happened to payment ${uuid}?`, pt: `o que houve com o pagamento ${uuid}?` },
    intent(asked) {
      const payment = asked.text_('id') ?? asked.text_('session');
      return asked.has('correct') ? undefined : call('get_payment', { given: { payment_id: payment } });
    },
  },
  {
    tool: 'refund_payment',
    when: ['correct payment', 'correct payment @id|@session'],
    takes: 'cost why @id @session @money @number @quoted',
    isChange: true,
    examples: {
      en: `refund R$ 10 of payment ${uuid} because "the cable was stuck"`,
      pt: `estorne R$ 10 do pagamento ${uuid} com o motivo "o cabo travou"`,
    },
    intent(asked) {
      const payment = asked.text_('id') ?? asked.text_('session');
      const amount = asked.number('money') ?? asked.number('number');
      const reason = asked.text_('quoted');
      if (payment === undefined) return ask('id');
      if (amount === undefined) return ask('value');
      if (reason === undefined) return ask('text');
      return call('refund_payment', {
        given: { payment_id: payment, amount: String(Math.abs(amount)), reason },
        change: {
          en: `give ${amount} of the payment back: ${reason}.`,
          pt: `devolver ${amount} do pagamento: ${reason}.`,
        },
      });
    },
  },
  {
    tool: 'list_open_items',
    when: ['openitem', 'openitem ?'],
    takes: 'all latest count now',
    examples: { en: 'list the open items', pt: 'liste os itens em aberto' },
    intent: () => call('list_open_items'),
  },
  {
    tool: 'list_invoices',
    when: ['invoice', 'invoice ?'],
    takes: 'all latest count now how',
    examples: { en: 'list the invoices', pt: 'liste as faturas' },
    intent: (asked) => (asked.has('correct') || asked.has('issuing') ? undefined : call('list_invoices')),
  },
  {
    tool: 'issue_invoices',
    when: ['issuing', 'issuing invoice'],
    takes: 'invoice all @quoted',
    isChange: true,
    examples: { en: 'issue the invoices of "2026-10"', pt: 'emita as faturas de "2026-10"' },
    intent(asked) {
      const month = asked.text_('quoted');
      if (month === undefined) return ask('text');
      return call('issue_invoices', {
        given: { month },
        change: { en: `make the invoices of ${month}.`, pt: `emitir as faturas de ${month}.` },
      });
    },
  },
  {
    tool: 'credit_invoice',
    when: ['correct invoice', 'correct invoice @id|@session'],
    takes: 'cost @id @session',
    isChange: true,
    examples: { en: `credit invoice ${uuid}`, pt: `estorne a fatura ${uuid}` },
    intent(asked) {
      const invoice = asked.text_('id') ?? asked.text_('session');
      if (invoice === undefined) return ask('id');
      return call('credit_invoice', {
        given: { invoice_id: invoice },
        change: { en: 'take the invoice back as a whole.', pt: 'desfazer a fatura inteira.' },
      });
    },
  },
  {
    tool: 'list_partners',
    when: ['partner', 'partner ?'],
    takes: 'all count how now trouble',
    examples: { en: 'how are the roaming partners?', pt: 'como estão os parceiros de roaming?' },
    intent: () => call('list_partners'),
  },
  {
    tool: 'explain_cdr',
    when: ['cdr @quoted', 'cdr @id|@session', 'cdr why'],
    takes: 'why details how @quoted @id @session',
    examples: { en: 'explain the CDR "A-17"', pt: 'explique o CDR "A-17"' },
    intent(asked) {
      const record = asked.text_('quoted') ?? asked.text_('id') ?? asked.text_('session');
      return record === undefined ? ask('id') : call('explain_cdr', { given: defined({ record_id: record }) });
    },
  },
];
