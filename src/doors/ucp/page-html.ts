import { byLanguage } from '#base/by-language.ts';
import type { PricedCheckout } from '#bookshop/checkouts.ts';
import type { Order } from '#bookshop/orders.ts';
import { priceText } from '#bookshop/terms.ts';
import { escapeHtml } from '#doors/http-server/escape-html.ts';
import type { CheckoutStatus } from './show-checkout.ts';
import { type UcpLanguage, ucpTexts } from './texts.ts';

export const pageTexts = byLanguage({
  confirmTitle: ['Confirm your order', 'Confirme seu pedido'],
  orderTitle: [(number: number) => `Order ${number}`, (number: number) => `Pedido ${number}`],
  thanks: ['Paid. Thank you for buying!', 'Pago. Obrigado pela compra!'],
  book: ['Book', 'Livro'],
  copies: ['Copies', 'Exemplares'],
  price: ['Price', 'Valor'],
  payment: ['Code of the means of payment', 'Código do meio de pagamento'],
  pay: ['Confirm and pay', 'Confirmar e pagar'],
  answer: ['Confirm the payment', 'Confirmar o pagamento'],
  cancel: ['Cancel', 'Cancelar'],
  cancelled: ['This order was cancelled, or its time is over.', 'Este pedido foi cancelado, ou seu prazo acabou.'],
  incomplete: [
    'Something is missing: go back to whoever is helping you to buy.',
    'Faltam informações: volte a quem está ajudando você com a compra.',
  ],
  inProgress: [
    'The payment is under way. Load this page again in a few seconds.',
    'O pagamento está em andamento. Atualize esta página em alguns segundos.',
  ],
  changed: ['Something has changed meanwhile. Look at it again.', 'Algo mudou nesse meio-tempo. Confira de novo.'],
  refused: [
    'The payment was refused. Try another means of payment.',
    'O pagamento foi recusado. Tente outro meio de pagamento.',
  ],
  challenge: ['The means of payment asks for your confirmation.', 'O meio de pagamento pede a sua confirmação.'],
  toBank: ['Answer it at your bank, then confirm here', 'Responda no seu banco e depois confirme aqui'],
  nothingHere: ['Nothing is here. Check the address.', 'Não há nada aqui. Confira o endereço.'],
  trial: ['This shop is a trial: no money moves.', 'Esta loja está em teste: nenhum dinheiro é movimentado.'],
  privacy: [
    'We keep what was ordered, where it goes and who buys for as long as the law asks. We sell no data.',
    'Guardamos o que foi pedido, para onde vai e quem compra, enquanto a lei pede. Não vendemos dados.',
  ],
  terms: [
    'Prices are those of the moment, as is the stock. A printed book can be given back within seven days.',
    'Preços e estoque são os do momento. Um livro impresso pode ser devolvido em sete dias.',
  ],
  payments: [
    'Means of payment are codes that a platform gets from whoever handles the payment. The shop never sees a card.',
    'Meios de pagamento são códigos que uma plataforma obtém com quem cuida do pagamento. A loja nunca vê um cartão.',
  ],
  welcome: [
    'The bookshop of the charging site. Buy here through an assistant that speaks UCP or MCP.',
    'A livraria do ponto de recarga. Compre aqui por um assistente que fale UCP ou MCP.',
  ],
});

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:.4rem;border-bottom:1px solid #ccc}td:last-child,th:last-child{text-align:right}
button{font:inherit;padding:.6rem 1.2rem;margin:.5rem .5rem 0 0}input{font:inherit;padding:.5rem;width:100%;box-sizing:border-box}
.notice{background:#fff3cd;padding:.6rem;border-radius:.3rem}.total{font-weight:bold}
@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}.notice{background:#554400}}`;

function page(language: UcpLanguage, title: string, content: string): string {
  const shop = ucpTexts[language].shop;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · ${shop}</title><style>${style}</style></head>
<body><p>${shop}</p><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>
`;
}

export function messagePage(language: UcpLanguage, sentence: string): string {
  return page(language, ucpTexts[language].shop, `<p>${escapeHtml(sentence)}</p>`);
}

type Row = { title: string; quantity: number; totalCents: number };
type Sums = {
  discountCents: number;
  shippingCents: number;
  shippingDiscountCents: number;
  totalCents: number;
  currency: string;
};

function table(
  language: UcpLanguage,
  rows: readonly Row[],
  { discountCents, shippingCents, shippingDiscountCents, totalCents, currency }: Sums,
): string {
  const [text, words] = [pageTexts[language], ucpTexts[language]];
  const priceOf = (cents: number) => priceText(cents, currency, currency === 'BRL' ? 'pt-BR' : language);
  const sum = (name: string, cents: number, className = '') =>
    `<tr class="${className}"><td colspan="2">${name}</td><td>${priceOf(cents)}</td></tr>`;
  return `<table><thead><tr><th>${text.book}</th><th>${text.copies}</th><th>${text.price}</th></tr></thead><tbody>
${rows.map(({ title, quantity, totalCents: cents }) => `<tr><td>${escapeHtml(title)}</td><td>${quantity}</td><td>${priceOf(cents)}</td></tr>`).join('\n')}
${discountCents > 0 ? sum(words.itemsDiscount, -discountCents) : ''}
${sum(words.fulfillment, shippingCents - shippingDiscountCents)}
${sum(words.total, totalCents, 'total')}
</tbody></table>`;
}

export type CheckoutPage = {
  found: PricedCheckout;
  status: CheckoutStatus;
  /** Stands for what the page shows. */
  seen: string;
  key: string;
  language: UcpLanguage;
  /** No money moves. */
  isTrial: boolean;
  /** Where the buyer answers what their means of payment asks; null: here. */
  challengeUrl: string | null;
  notice?: string;
};

export function checkoutPage({ found, status, seen, key, language, ...rest }: CheckoutPage): string {
  const { isTrial, challengeUrl, notice } = rest;
  const { checkout, priced } = found;
  const text = pageTexts[language];
  const rows = priced.items.map(({ line, book }, index) => ({
    title: book.title,
    quantity: line.quantity,
    totalCents: priced.totals.lines[index]?.subtotalCents ?? 0,
  }));
  const told = notice === undefined ? '' : `<p class="notice" role="status">${escapeHtml(notice)}</p>`;
  const acting = { key, seen, language, isTrial, challengeUrl, hasChallenge: checkout.content.challenge !== null };
  const content = `${told}${table(language, rows, { ...priced.totals, currency: priced.currency })}${delivery(language, found)}${actions(status, acting)}`;
  return page(language, text.confirmTitle, content);
}

/** Where the books go is part of what the buyer confirms. */
function delivery(language: UcpLanguage, { checkout: { content }, priced: { shipping } }: PricedCheckout): string {
  if (shipping === null) return '';
  const to = content.destination ?? {};
  const address = [
    [to.first_name, to.last_name].filter(Boolean).join(' '),
    ...[to.street_address, to.extended_address, to.address_locality, to.address_region, to.postal_code],
  ].filter(Boolean);
  const where = shipping.method === 'shipping' && address.length > 0 ? `: ${escapeHtml(address.join(', '))}` : '';
  return `<p>${ucpTexts[language].options[shipping.id].title}${where}</p>`;
}

type Acting = Pick<CheckoutPage, 'key' | 'seen' | 'language' | 'isTrial' | 'challengeUrl'> & { hasChallenge: boolean };

function actions(status: CheckoutStatus, { key, seen, language, isTrial, challengeUrl, hasChallenge }: Acting): string {
  const text = pageTexts[language];
  if (status === 'canceled') return `<p>${text.cancelled}</p>`;
  if (status === 'completed') return `<p>${text.thanks}</p>`;
  if (status === 'complete_in_progress') return `<p>${text.inProgress}</p>`;
  if (status === 'incomplete') return `<p>${text.incomplete}</p>`;
  const payment = hasChallenge
    ? `<p>${text.challenge}</p>${challengeUrl === null ? '' : `<p><a href="${escapeHtml(challengeUrl)}" rel="noreferrer">${text.toBank}</a></p>`}`
    : `<p><label>${text.payment}<input name="payment_token" required maxlength="300" autocomplete="off"></label></p>${isTrial ? `<p>${text.trial}</p>` : ''}`;
  return `<form method="post"><input type="hidden" name="key" value="${escapeHtml(key)}"><input type="hidden" name="seen" value="${seen}">
${payment}
<button name="action" value="confirm">${hasChallenge ? text.answer : text.pay}</button><button name="action" value="cancel" formnovalidate>${text.cancel}</button></form>`;
}

export function orderPage({ number, lines, totals, currency }: Order, language: UcpLanguage): string {
  const text = pageTexts[language];
  const rows = lines.map(({ title, quantity, subtotalCents }) => ({ title, quantity, totalCents: subtotalCents }));
  return page(
    language,
    text.orderTitle(number),
    `<p>${text.thanks}</p>${table(language, rows, { ...totals, currency })}`,
  );
}
