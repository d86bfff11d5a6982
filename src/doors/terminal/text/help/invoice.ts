import { both } from '../spoken.ts';

export const invoice = {
  invoice: both('invoices of drivers with an account', 'faturas de motoristas com conta'),
  invoiceList: both('invoices and credit notes, newest first', 'faturas e notas de crédito, as mais novas primeiro'),
  invoiceShow: both('one invoice with its lines', 'uma fatura com as suas linhas'),
  invoiceId: both('id of the invoice', 'id da fatura'),
  invoiceMake: both(
    'make the invoices of a month: for each driver what stood on none yet',
    'emite as faturas de um mês: de cada motorista o que ainda não estava em nenhuma',
  ),
  invoiceMonth: both('a month that is over, such as 2026-10', 'um mês que terminou, como 2026-10'),
  invoiceDriver: both('of this driver alone, by id', 'só deste motorista, pelo id'),
  invoicePay: both('enter a payment that came by another way', 'lança um pagamento que veio por outro caminho'),
  invoiceAmount: both('what was paid, such as 12.34', 'o que foi pago, como 12.34'),
  invoiceReference: both('what the transfer says', 'o que diz a transferência'),
  invoiceRequest: both(
    'begin a payment of what is open, by Pix or card',
    'inicia um pagamento do que está em aberto, por Pix ou cartão',
  ),
  invoiceExport: both('all invoices as a file', 'todas as faturas como arquivo'),
  invoicePrint: both(
    'one invoice as a page to print or to keep as PDF',
    'uma fatura como página para imprimir ou guardar como PDF',
  ),
  invoiceCredit: both(
    'cancel an unpaid invoice with a credit note',
    'anula uma fatura não paga com uma nota de crédito',
  ),
};
