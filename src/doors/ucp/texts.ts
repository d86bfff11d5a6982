import type { WhyNotCoupon } from '#bookshop/coupon.ts';
import type { ShippingId } from '#bookshop/shipping.ts';

/** What buyers read; platforms show it as it is. */
const portuguese = {
  shop: 'Livraria do Posto',
  empty: 'O pedido não tem nenhum livro.',
  notSold: 'Este livro não está à venda.',
  soldOut: 'Este livro esgotou.',
  fewLeft: (count: number) => `Só há ${count} deste livro.`,
  noEmail: 'Falta o e-mail de quem compra.',
  noShipping: 'Falta escolher retirada ou entrega.',
  noAddress: 'O endereço de entrega está incompleto.',
  undeliverable: 'Entregamos apenas no Brasil.',
  dearer: 'O total subiu desde a última vez que foi mostrado. Confira e tente de novo.',
  review: 'Quem compra precisa confirmar o pedido na página da loja.',
  challenge: 'O meio de pagamento pede uma confirmação de quem compra.',
  refused: 'O pagamento foi recusado. Tente outro meio de pagamento.',
  noPayment: 'Falta o meio de pagamento.',
  otherHandler: 'Este meio de pagamento não é aceito aqui.',
  combination: 'Vale um cupom por vez.',
  subtotal: 'Subtotal',
  itemsDiscount: 'Desconto',
  shippingDiscount: 'Desconto no frete',
  fulfillment: 'Entrega',
  total: 'Total',
  site: 'Ponto de recarga',
  methods: { shipping: 'Entrega em casa', pickup: 'Retirada no ponto de recarga' },
  options: {
    pickup: { title: 'Retirada no ponto', about: 'Pronto na hora, ao lado do carregador' },
    standard: { title: 'Entrega comum', about: 'Chega em 4 a 8 dias úteis' },
    express: { title: 'Entrega expressa', about: 'Chega em 1 a 2 dias úteis' },
  },
  coupons: {
    unknown: 'Este cupom não existe.',
    'not-yet': 'Este cupom ainda não vale.',
    expired: 'Este cupom venceu.',
    'used-up': 'Este cupom já foi usado o quanto podia.',
    'not-first-purchase': 'Este cupom vale só na primeira compra.',
    'unknown-buyer': 'Este cupom vale na primeira compra: informe o e-mail de quem compra.',
    'wrong-category': 'Este cupom vale para outra categoria.',
    'too-little': 'Falta valor para este cupom.',
  },
};

export type UcpTexts = Omit<typeof portuguese, 'options' | 'coupons'> & {
  options: Record<ShippingId, { title: string; about: string }>;
  coupons: Record<WhyNotCoupon, string>;
};

const english: UcpTexts = {
  shop: 'Livraria do Posto',
  empty: 'The order has no book.',
  notSold: 'This book is not for sale.',
  soldOut: 'This book is sold out.',
  fewLeft: (count) => `Only ${count} of this book are left.`,
  noEmail: 'The buyer’s e-mail address is missing.',
  noShipping: 'Pickup or delivery has to be chosen.',
  noAddress: 'The delivery address is not whole.',
  undeliverable: 'We deliver within Brazil alone.',
  dearer: 'The total has risen since it was last shown. Look at it and try again.',
  review: 'The buyer has to confirm the order on the page of the shop.',
  challenge: 'The means of payment asks the buyer for a confirmation.',
  refused: 'The payment was refused. Try another means of payment.',
  noPayment: 'The means of payment is missing.',
  otherHandler: 'This means of payment is not taken here.',
  combination: 'One coupon counts at a time.',
  subtotal: 'Subtotal',
  itemsDiscount: 'Discount',
  shippingDiscount: 'Discount on delivery',
  fulfillment: 'Delivery',
  total: 'Total',
  site: 'Charging site',
  methods: { shipping: 'Delivery', pickup: 'Pickup at the charging site' },
  options: {
    pickup: { title: 'Pickup at the site', about: 'Ready at once, beside the charger' },
    standard: { title: 'Standard delivery', about: 'Arrives in 4 to 8 working days' },
    express: { title: 'Express delivery', about: 'Arrives in 1 to 2 working days' },
  },
  coupons: {
    unknown: 'There is no such coupon.',
    'not-yet': 'This coupon does not hold yet.',
    expired: 'This coupon is over.',
    'used-up': 'This coupon has been used as often as it may be.',
    'not-first-purchase': 'This coupon is for a first purchase alone.',
    'unknown-buyer': 'This coupon is for a first purchase: the buyer’s e-mail address has to be known.',
    'wrong-category': 'This coupon is for another category.',
    'too-little': 'This coupon takes more books.',
  },
};

export type UcpLanguage = 'pt-BR' | 'en';
export const ucpTexts: Record<UcpLanguage, UcpTexts> = { 'pt-BR': portuguese, en: english };

/** The shop speaks Portuguese unless English is asked for before it. */
export function languageOf(acceptLanguage: string | undefined): UcpLanguage {
  const wanted = (acceptLanguage ?? '').toLowerCase();
  const [english_, portuguese_] = [wanted.search(/\ben\b/), wanted.search(/\bpt\b/)];
  return english_ >= 0 && (portuguese_ < 0 || english_ < portuguese_) ? 'en' : 'pt-BR';
}
