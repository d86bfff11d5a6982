import { byLanguage, type Pair } from '#base/by-language.ts';
import type { WhyNotCoupon } from '#bookshop/coupon.ts';

/** What buyers read; platforms show it as it is. */
export const ucpTexts = byLanguage({
  shop: ['Livraria do Posto', 'Livraria do Posto'],
  empty: ['The order has no book.', 'O pedido não tem nenhum livro.'],
  notSold: ['This book is not for sale.', 'Este livro não está à venda.'],
  soldOut: ['This book is sold out.', 'Este livro esgotou.'],
  fewLeft: [
    (count: number) => `Only ${count} of this book are left.`,
    (count: number) => `Só há ${count} deste livro.`,
  ],
  noEmail: ['The buyer’s e-mail address is missing.', 'Falta o e-mail de quem compra.'],
  noShipping: ['Pickup or delivery has to be chosen.', 'Falta escolher retirada ou entrega.'],
  noAddress: ['The delivery address is not whole.', 'O endereço de entrega está incompleto.'],
  noDestination: ['One of the addresses has to be chosen.', 'Falta escolher um dos endereços.'],
  unknownDestination: [
    'The chosen address is none of those that were given.',
    'O endereço escolhido não é nenhum dos informados.',
  ],
  undeliverable: [
    (countries: string) => `We deliver to ${countries} alone.`,
    (countries: string) => `Entregamos apenas em: ${countries}.`,
  ],
  otherCurrency: [
    (currency: string) => `Prices are in ${currency}: the limits of price were left out.`,
    (currency: string) => `Os preços são em ${currency}: os limites de preço ficaram de fora.`,
  ],
  mandates: {
    mandate_required: ['The buyer’s signed agreement is missing.', 'Falta o acordo assinado de quem compra.'],
    agent_missing_key: ['The platform publishes no key.', 'A plataforma não publica nenhuma chave.'],
    mandate_invalid_signature: ['The signature of the agreement is not right.', 'A assinatura do acordo não confere.'],
    mandate_expired: ['The agreement is over.', 'O acordo venceu.'],
    mandate_scope_mismatch: [
      'The agreement is about other terms than those of now.',
      'O acordo é sobre outras condições que não as de agora.',
    ],
    merchant_authorization_invalid: [
      'The agreement is about terms that are not ours.',
      'O acordo é sobre condições que não são nossas.',
    ],
    merchant_authorization_missing: [
      'The agreement lacks our signature on the terms.',
      'Falta no acordo a nossa assinatura das condições.',
    ],
  },
  consents: {
    analytics: ['Measuring how the shop is used', 'Medir como a loja é usada'],
    marketing: ['News and offers of the shop', 'Novidades e ofertas da loja'],
    preferences: ['Remembering what the buyer likes', 'Lembrar as preferências de quem compra'],
    sale_of_data: ['Handing personal data on to others', 'Repassar dados pessoais a terceiros'],
  },
  dearer: [
    'The total has risen since it was last shown. Look at it and try again.',
    'O total subiu desde a última vez que foi mostrado. Confira e tente de novo.',
  ],
  review: [
    'The buyer has to confirm the order on the page of the shop.',
    'Quem compra precisa confirmar o pedido na página da loja.',
  ],
  challenge: [
    'The means of payment asks the buyer for a confirmation.',
    'O meio de pagamento pede uma confirmação de quem compra.',
  ],
  refused: [
    'The payment was refused. Try another means of payment.',
    'O pagamento foi recusado. Tente outro meio de pagamento.',
  ],
  noPayment: ['The means of payment is missing.', 'Falta o meio de pagamento.'],
  otherHandler: ['This means of payment is not taken here.', 'Este meio de pagamento não é aceito aqui.'],
  combination: ['One coupon counts at a time.', 'Vale um cupom por vez.'],
  subtotal: ['Subtotal', 'Subtotal'],
  itemsDiscount: ['Discount', 'Desconto'],
  shippingDiscount: ['Discount on delivery', 'Desconto no frete'],
  fulfillment: ['Delivery', 'Entrega'],
  total: ['Total', 'Total'],
  site: ['Charging site', 'Ponto de recarga'],
  methods: {
    shipping: ['Delivery', 'Entrega em casa'],
    pickup: ['Pickup at the charging site', 'Retirada no ponto de recarga'],
  },
  options: {
    pickup: {
      title: ['Pickup at the site', 'Retirada no ponto'],
      about: ['Ready at once, beside the charger', 'Pronto na hora, ao lado do carregador'],
    },
    standard: {
      title: ['Standard delivery', 'Entrega comum'],
      about: ['Arrives in 4 to 8 working days', 'Chega em 4 a 8 dias úteis'],
    },
    express: {
      title: ['Express delivery', 'Entrega expressa'],
      about: ['Arrives in 1 to 2 working days', 'Chega em 1 a 2 dias úteis'],
    },
  },
  coupons: {
    unknown: ['There is no such coupon.', 'Este cupom não existe.'],
    'not-yet': ['This coupon does not hold yet.', 'Este cupom ainda não vale.'],
    expired: ['This coupon is over.', 'Este cupom venceu.'],
    'used-up': ['This coupon has been used as often as it may be.', 'Este cupom já foi usado o quanto podia.'],
    'not-first-purchase': ['This coupon is for a first purchase alone.', 'Este cupom vale só na primeira compra.'],
    'unknown-buyer': [
      'This coupon is for a first purchase: the buyer’s e-mail address has to be known.',
      'Este cupom vale na primeira compra: informe o e-mail de quem compra.',
    ],
    'wrong-category': ['This coupon is for another category.', 'Este cupom vale para outra categoria.'],
    'too-little': ['This coupon takes more books.', 'Falta valor para este cupom.'],
  } satisfies Record<WhyNotCoupon, Pair>,
});

export type UcpLanguage = keyof typeof ucpTexts;
export type UcpTexts = (typeof ucpTexts)[UcpLanguage];

/** Of a language by name: whoever reads no Portuguese rather reads English. */
export function languageIn(tag: string): UcpLanguage {
  return /^pt\b/i.test(tag.trim()) ? 'pt-BR' : 'en';
}

/** The shop speaks Portuguese unless English is asked for before it. */
export function languageOf(acceptLanguage: string | undefined): UcpLanguage {
  const wanted = (acceptLanguage ?? '').toLowerCase();
  const [english_, portuguese_] = [wanted.search(/\ben\b/), wanted.search(/\bpt\b/)];
  return english_ >= 0 && (portuguese_ < 0 || english_ < portuguese_) ? 'en' : 'pt-BR';
}
