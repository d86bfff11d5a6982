import { both } from '../spoken.ts';

export const payment = {
  payment: both('money of people without an account', 'dinheiro de quem não tem conta'),
  paymentList: both('payments at providers, newest first', 'pagamentos nos provedores, os mais novos primeiro'),
  paymentShow: both('one payment: what was asked, and what moved', 'um pagamento: o que se pediu, e o que se moveu'),
  paymentId: both('id of the payment', 'id do pagamento'),
  paymentRefund: both(
    'give a part of a payment back; the bill of its session is corrected with it',
    'devolve uma parte de um pagamento; a conta da sua sessão é corrigida junto',
  ),
  paymentAmount: both('what goes back, such as 12.34', 'o que volta, como 12.34'),
  paymentReason: both('why; it is shown with the bill', 'por quê; é mostrado com a conta'),
  paymentPay: both(
    'pay a simulated payment, as its payer would',
    'paga um pagamento simulado, como faria o seu pagador',
  ),
  paymentOpen: both('what a person has to look at', 'o que uma pessoa tem de olhar'),
  paymentClose: both('close what was open, with what was done', 'fecha o que estava em aberto, com o que foi feito'),
  paymentItem: both('id of the item, as "payment open" shows it', 'id do item, como "payment open" o mostra'),
  paymentResolution: both('what was done about it', 'o que foi feito a respeito'),
  paymentDays: both(
    'our books and the statements of providers, day by day',
    'os nossos livros e os extratos dos provedores, dia a dia',
  ),
  paymentBalances: both('what the accounts come to', 'a quanto somam as contas'),
  paymentAccount: both('of this account alone, such as receivable', 'só desta conta, como receivable'),
  paymentParty: both(
    'of this party alone, such as session:<id> or partner:<id>',
    'só desta parte, como session:<id> ou partner:<id>',
  ),
  paymentEntries: both('entries of the books, newest first', 'lançamentos dos livros, os mais novos primeiro'),
  paymentCites: both('only those that rest upon this id', 'só os que se apoiam neste id'),
  paymentCompare: both(
    'compare our books of a day with the statement of a provider',
    'compara os nossos livros de um dia com o extrato de um provedor',
  ),
  paymentProvider: both('name of the provider, such as pix', 'nome do provedor, como pix'),
  paymentDay: both('a day in UTC, such as 2026-11-18', 'um dia em UTC, como 2026-11-18'),
  paymentAddress: both(
    'where people pay at the EVSEs of a station, and its QR codes',
    'onde se paga nos EVSEs de uma estação, e seus QR codes',
  ),
  paymentStation: both('id of the station', 'id da estação'),
  paymentQr: both('show the QR code of this EVSE here', 'mostra aqui o QR code deste EVSE'),
  paymentSvg: both(
    'write the QR code of --qr as a picture to print',
    'grava o QR code de --qr como imagem para imprimir',
  ),
};
