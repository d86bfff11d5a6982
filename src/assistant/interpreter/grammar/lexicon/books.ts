import type { Words } from './words.ts';

/** The bookshop. */
export const bookWords = {
  book: ['book*, novel*, title*, reading', 'livro*, romance*, titulo*, leitura'],
  stock: [
    'in stock, stock, available, left, not sold out, not out of stock',
    'nao esgotad*, nao esteja esgotado, nao estejam esgotados, em estoque, estoque, disponivel, disponiveis, sobrando',
  ],
  soldout: [
    'out of stock, sold out, unavailable',
    'esgotado, esgotados, esgotada, esgotadas, fora de estoque, sem estoque, em falta',
  ],
  copies: ['copy, copies', 'copia, copias, exemplar, exemplares, unidade, unidades'],
  total: ['total, add up to, altogether', 'total, ao todo, fica, sai, da quanto'],
  similar: [
    'similar, similar to, like this, goes with, go with, something like',
    'parecid*, semelhante*, similar, similares, combina, na linha de',
  ],
  shop: ['shop, bookshop, store, bookstore', 'loja, livraria'],
  genre: [
    'technology, fiction, science fiction, sci-fi, mystery, mysteries, thriller*, fantasy, poetry, poems, cooking, cookery',
    'tecnologia, historia, infantil, infantis, ficcao, ficcao cientifica, misterio*, suspense*, fantasia, poesia*, cronica*, culinaria',
  ],
  category: [
    'categor*, genre*, subject*, section*, topic*, shelf, shelves',
    'categoria*, genero*, assunto*, secao, secoes, tema*, prateleira*',
  ],
  author: ['author*, by, written by, wrote, writes', 'autor*, escritor*, escrit*, escreveu'],
  coupon: [
    'coupon*, discount*, discount code*, voucher*, promo code*, code',
    'cupom, cupons, desconto*, codigo, codigo de desconto, voucher',
  ],
  cart: ['cart, basket, cost with, total of, shopping cart, sum up, add up', 'carrinho, cesta, soma, somar, total'],
  recommend: [
    'goes well with, go well with, goes together with, recommend*, suggest*, similar, like this, similar to, goes with, liked, loved, enjoyed, after reading, what else, like',
    'combina com, combinam com, recomend*, suger*, sugest*, indic*, gostei, gostou, gostaram, adorei, adorou, depois de ler, o que mais, parecid*, semelhante*, similar, similares, combina',
  ],
  buy: [
    'buy, purchase, order, take, checkout, check out, pay, pay for',
    'compr*, levo, leva, levar, encomend*, pagar, pague, paga, pedido, finaliz*',
  ],
  delivery: [
    'deliver*, pickup, pick up, pick it up, pick them up, collect, shipping, ship, shipped, express, standard, home delivery',
    'entreg*, retir*, frete, envio, expressa, expresso, padrao, em casa',
  ],
} as const satisfies Words;
